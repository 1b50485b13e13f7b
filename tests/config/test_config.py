"""Settings: from file, environment and secret files; errors are reported, secrets never."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from palatine.config import Config, find_config, read_config, settings_text
from palatine.config.reading import OLD_KEYS, environment_name, old_names, setting_types
from palatine.core import Unreadable

ROOT = Path(__file__).parents[2]
FILE = """
[site]
name = "The club"
access = "invite"
[mail]
smtp_url = "smtp://me:hush-hush@mail.example.org:587"
[signin.oidc]
client_secret = "very-secret"
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "palatine.toml"
    path.write_text(FILE)
    return path


@pytest.mark.parametrize(
    ("text", "mode", "is_warned"),
    [
        (FILE, 0o644, True),
        ('[server]\ndatabase = "postgresql://palatine:hush@db/palatine"\n', 0o604, True),
        (FILE, 0o640, False),
        (
            '[server]\ndatabase = "postgresql://db/palatine"\n[signin.oidc]\nclient_secret_file = "key"\n',
            0o644,
            False,
        ),
    ],
)
def test_a_file_with_a_password_that_everybody_can_read_is_warned_of(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, text: str, mode: int, is_warned: bool
) -> None:
    path = tmp_path / "palatine.toml"
    path.write_text(text)
    (tmp_path / "key").write_text("very-secret")
    path.chmod(mode)
    read_config(path)
    assert [record.getMessage().partition(",")[0] for record in caplog.records] == (
        [f"{path} holds a password"] if is_warned else []
    )


def test_the_environment_goes_before_the_file_and_the_file_before_the_usual(file: Path) -> None:
    around = {"PALATINE_CONFIG": str(file), "PALATINE_SITE_NAME": "Ours", "PALATINE_SERVER_PORT": "99"}
    found = find_config(None, around)
    assert (found.site.name, found.site.access, found.server.port, found.mail.sender) == (
        "Ours", "invite", 99, "referee",
    )  # fmt: skip
    assert find_config(None, {}) == Config()


@pytest.mark.parametrize(
    ("name", "text", "section", "value"),
    [
        ("PALATINE_MONITORING_METRICS", "10.0.0.0/8, ::1", "monitoring", ("10.0.0.0/8", "::1")),
        ("PALATINE_MONITORING_ACCESS_LOG", "yes", "monitoring", True),
        ("PALATINE_MONITORING_SLOW_SECONDS", "0.5", "monitoring", 0.5),
        ("PALATINE_SERVER_DATABASE", "postgresql://db/palatine", "server", "postgresql://db/palatine"),
        ("PALATINE_MONITORING_SLOW_KEPT", "4", "monitoring", 4),
        ("PALATINE_BOTS_BACKEND", "ray://10.0.0.5:10001", "bots", "ray://10.0.0.5:10001"),
        ("PALATINE_DATABASE", "there.db", "server", "there.db"),
    ],
)
def test_every_kind_of_value_is_read_from_the_environment(name: str, text: str, section: str, value: Any) -> None:
    assert value in [*_plain(getattr(find_config(None, {name: text}), section)).values()]


def _plain(struct: Any) -> dict[str, Any]:
    return {name: getattr(struct, name) for name in struct.__struct_fields__}


@pytest.mark.parametrize(
    ("text", "around", "told"),
    [
        ('[site]\nnam = "x"', {}, "'site.nam'.*'name'"),
        ('[stie]\nname = "x"', {}, "'stie'.*'site'"),
        ("[signin.oidc]\nclient_secrets = 'x'", {}, "did you mean 'client_secret'"),
        ('[site]\naccess = "free"', {}, "access"),
        ('[monitoring]\nmetrics = ["here"]', {}, "'here'"),
        ("", {"PALATINE_SITE_NAM": "x"}, "PALATINE_SITE_NAME"),
        ("", {"PALATINE_MONITORING_SLOW_KEPT": "-1"}, ">= 0"),
        ('[bots]\nbackend = "dask"', {}, "bots.backend is ray or ray://HOST:PORT, not 'dask'"),
        ('[bots]\nbackend = "10.0.0.1:10001"', {}, "bots.backend"),
        ('[bots]\nbackend = "ray://10.0.0.1"', {}, "bots.backend"),
        ("", {"PALATINE_SERVER_PORT": "many"}, "PALATINE_SERVER_PORT is a number"),
        ("", {"PALATINE_SERVER_PORT": "70000"}, "65535"),
        ("", {"PALATINE_MONITORING_ACCESS_LOG": "perhaps"}, "true or false"),
        ("", {"PALATINE_MAIL_SMTP_URL_FILE": "/nowhere/at-all"}, "cannot be read"),
        ('[mail]\nsmtp_url = "a"\nsmtp_url_file = "b"', {}, "set twice"),
        ("[server]\nport_file = 'x'", {}, "port_file"),
    ],
)
def test_what_is_wrong_is_told_with_what_was_perhaps_meant(
    tmp_path: Path, text: str, around: dict[str, str], told: str
) -> None:
    path = tmp_path / "wrong.toml"
    path.write_text(text)
    with pytest.raises(Unreadable, match=told):
        read_config(path, around)


def test_a_value_that_cannot_be_is_not_laid_to_the_file_alone(file: Path) -> None:
    with pytest.raises(Unreadable, match=r"The settings in .*\.toml and the environment cannot be read"):
        read_config(file, {"PALATINE_MONITORING_SLOW_KEPT": "-1"})


@pytest.mark.parametrize(
    ("text", "around", "name"),
    [
        ("[server]\nworkers = 2", {}, "server.workers"),
        ("[serve]\nworkers = 1", {}, "serve.workers"),
        ('[serve]\ninner = "10.0.0.1:8090"', {}, "serve.inner"),
        ('[server]\nsecret_file = "/etc/palatine/secret"', {}, "server.secret_file"),
        ("", {"PALATINE_SERVER_WORKERS": "2"}, "PALATINE_SERVER_WORKERS"),
        ("", {"PALATINE_SERVE_INNER": "10.0.0.1:8090"}, "PALATINE_SERVE_INNER"),
        ("", {"PALATINE_SERVE_SECRET_FILE": "/run/secrets/palatine"}, "PALATINE_SERVE_SECRET_FILE"),
    ],
)
def test_a_removed_setting_is_refused_by_the_name_that_was_used(
    tmp_path: Path, text: str, around: dict[str, str], name: str
) -> None:
    path = tmp_path / "palatine.toml"
    path.write_text(text)
    with pytest.raises(Unreadable) as told:
        read_config(path, around)
    assert str(told.value) == (
        f"{name} is gone: start `palatine serve` several times on one PostgreSQL database behind a reverse proxy, see "
        "docs/deployment.md."
    )


def test_all_removed_settings_of_a_file_are_named_at_once(tmp_path: Path) -> None:
    path = tmp_path / "palatine.toml"
    path.write_text('[serve]\nworkers = 2\nsecret = "no"\n')
    with pytest.raises(Unreadable, match=r"^serve\.workers and serve\.secret are gone: "):
        read_config(path)


def test_a_settings_file_that_does_not_exist_is_named(tmp_path: Path) -> None:
    path = tmp_path / "missing.toml"
    with pytest.raises(Unreadable, match=r"^There is no settings file .*missing\.toml\.$"):
        find_config(str(path), {})


def test_other_names_of_the_environment_are_nobodys_business() -> None:
    assert find_config(None, {"PALATINE_SOAK": "1", "PALATINE_UPDATE_GOLDEN": "1", "HOME": "/"}) == Config()


def test_secrets_come_from_files_beside_the_settings_or_named_in_the_environment(tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("very-secret\n")
    path = tmp_path / "palatine.toml"
    path.write_text('[signin.oidc]\nclient_secret_file = "secret"\n')
    assert read_config(path).signin.oidc.client_secret == "very-secret"
    around = {"PALATINE_SIGNIN_OIDC_CLIENT_SECRET_FILE": str(tmp_path / "secret")}
    assert find_config(None, around).signin.oidc.client_secret == "very-secret"


def test_what_is_in_force_is_shown_as_a_file_without_secrets(file: Path) -> None:
    text = settings_text(read_config(file))
    assert "hush-hush" not in text
    assert "very-secret" not in text
    plain = tomllib.loads(text)
    assert plain["site"]["name"] == "The club"
    assert plain["mail"]["smtp_url"] == "smtp://me:***@mail.example.org:587"
    file.write_text(settings_text(Config()))
    assert read_config(file) == Config()


def test_every_setting_is_documented_with_its_name_its_variable_and_what_is_usual() -> None:
    text = (ROOT / "docs" / "configuration.md").read_text(encoding="utf-8")
    text = text.partition("## Names of earlier versions")[0]
    usual: dict[str, Any] = tomllib.loads(settings_text(Config()))
    rows = [line for line in text.splitlines() if line.startswith("| `")]
    documented = [line.split("`")[1] for line in rows]
    assert sorted(documented) == sorted(".".join(name) for name, _ in setting_types())
    for name, _ in setting_types():
        (row,) = [line for line in rows if line.startswith(f"| `{'.'.join(name)}` |")]
        value: Any = usual
        for part in name:
            value = value[part]
        assert f"`{environment_name(name)}`" in row, name
        assert _as_told(value) in row, name


def _as_told(value: Any) -> str:
    if isinstance(value, bool):
        return f"`{str(value).lower()}`"
    if isinstance(value, list):
        return ", ".join(f"`{each}`" for each in value) or "none"
    return f"`{value:g}`" if isinstance(value, float) else f"`{value}`" if value != "" else "none"


def test_names_of_earlier_versions_are_read_with_a_warning(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "palatine.toml"
    (tmp_path / "relay").write_text("smtp://mail.example.org")
    path.write_text(
        '[house]\njoining = "closed"\n[mail]\nrelay_file = "relay"\n[serve]\nthinking = "ray"\nport = 99\n'
    )
    found = read_config(
        path, {"PALATINE_KEEPING_PACK": "7", "PALATINE_SIGNIN_WAYS": "mail", "PALATINE_SERVE_PORT": "98"}
    )
    assert (found.site.access, found.mail.smtp_url, found.bots.backend) == (
        "invite",
        "smtp://mail.example.org",
        "ray",
    )
    assert (found.server.port, found.retention.compress, found.signin.methods) == (98, 7, ("mail",))
    warned = [record.getMessage() for record in caplog.records]
    assert (
        f"{path}: the setting house.joining is now called site.access. The next version will refuse the old name."
        in warned
    )
    assert (
        "the environment: the setting PALATINE_KEEPING_PACK is now called PALATINE_RETENTION_COMPRESS. "
        in " ".join(warned)
    )
    assert len(warned) == 7


def test_a_setting_is_not_set_by_two_of_its_names(tmp_path: Path) -> None:
    path = tmp_path / "palatine.toml"
    path.write_text("[house]\njoining = 'open'\n[site]\naccess = 'open'\n")
    with pytest.raises(Unreadable, match=r"site\.access is set twice"):
        read_config(path)


def test_every_setting_of_the_last_version_has_a_present_name() -> None:
    names = {name for name, _ in setting_types()}
    assert set(old_names().values()) <= names
    assert set(OLD_KEYS.values()) <= names
    assert all(old not in names for old in old_names())


def test_the_page_of_settings_lists_the_names_of_earlier_versions() -> None:
    page = (
        (ROOT / "docs" / "configuration.md")
        .read_text(encoding="utf-8")
        .partition("## Names of earlier versions")[2]
    )
    rows = re.findall(r"^\| `([\w.]+)` \| `([\w.]+)` \|$", page, re.MULTILINE)
    assert rows == [(".".join(old), ".".join(new)) for old, new in old_names().items()]
