"""Settings of a server: definitions, reading and display.

`settings` defines them, `reading` reads them from the file and the environment, and `effective` prints those in effect.
See docs/configuration.md.
"""

from palatine.config.effective import settings_text
from palatine.config.reading import find_config, read_config
from palatine.config.settings import (
    BotSettings,
    Config,
    MailSettings,
    MonitoringSettings,
    OidcSettings,
    RetentionSettings,
    ServerSettings,
    SigninSettings,
    SiteSettings,
    WebhookSettings,
    is_loopback_host,
)

__all__ = [
    "BotSettings", "Config", "MailSettings", "MonitoringSettings", "OidcSettings", "RetentionSettings",
    "ServerSettings", "SigninSettings", "SiteSettings", "WebhookSettings", "find_config", "is_loopback_host",
    "read_config", "settings_text",
]  # fmt: skip
