"""What a house is told about itself: `settings` (what there is), `reading` (the file and the environment), `showing`
(what is in force). Told in docs/configuration.md."""

from palatine.config.reading import find_config, read_config
from palatine.config.settings import (
    Config,
    HookSettings,
    HouseSettings,
    KeepingSettings,
    MailSettings,
    OidcSettings,
    OperatingSettings,
    ServeSettings,
    SigninSettings,
    is_this_machine,
)
from palatine.config.showing import shown

__all__ = [
    "Config", "HookSettings", "HouseSettings", "KeepingSettings", "MailSettings", "OidcSettings", "OperatingSettings",
    "ServeSettings", "SigninSettings", "find_config", "is_this_machine", "read_config", "shown",
]  # fmt: skip
