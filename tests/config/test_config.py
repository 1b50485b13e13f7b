"""Settings: from the file, from the environment, from files of their own; what is wrong is told; no secret is shown."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from palatine.config import Config, find_config, read_config, shown
from palatine.config.reading import kinds, variable
from palatine.core import Unreadable

ROOT = Path(__file__).parents[2]
FILE = """
[house]
name = "The club"
joining = "closed"
[mail]
relay = "smtp://me:hush-hush@mail.example.org:587"
[signin.oidc]
client_secret = "very-secret"
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "palatine.toml"
    path.write_text(FILE)
    return path


def test_the_environment_goes_before_the_file_and_the_file_before_the_usual(file: Path) -> None:
    around = {"PALATINE_CONFIG": str(file), "PALATINE_HOUSE_NAME": "Ours", "PALATINE_SERVE_PORT": "99"}
    found = find_config(None, around)
    assert (found.house.name, found.house.joining, found.serve.port, found.mail.sender) == (
        "Ours", "closed", 99, "referee",
    )  # fmt: skip
    assert find_config(None, {}) == Config()


@pytest.mark.parametrize(
    ("name", "text", "section", "value"),
    [
        ("PALATINE_OPERATING_METRICS", "10.0.0.0/8, ::1", "operating", ("10.0.0.0/8", "::1")),
        ("PALATINE_OPERATING_ACCESS_LOG", "yes", "operating", True),
        ("PALATINE_OPERATING_SLOW_SECONDS", "0.5", "operating", 0.5),
        ("PALATINE_SERVE_DATABASE", "postgresql://db/palatine", "serve", "postgresql://db/palatine"),
        ("PALATINE_SERVE_WORKERS", "4", "serve", 4),
        ("PALATINE_SERVE_THINKING", "ray://10.0.0.5:10001", "serve", "ray://10.0.0.5:10001"),
        ("PALATINE_DATABASE", "there.db", "serve", "there.db"),
    ],
)
def test_every_kind_of_value_is_read_from_the_environment(name: str, text: str, section: str, value: Any) -> None:
    assert value in [*_plain(getattr(find_config(None, {name: text}), section)).values()]


def _plain(struct: Any) -> dict[str, Any]:
    return {name: getattr(struct, name) for name in struct.__struct_fields__}


@pytest.mark.parametrize(
    ("text", "around", "told"),
    [
        ('[house]\nnam = "x"', {}, "'house.nam'.*'name'"),
        ('[huose]\nname = "x"', {}, "'huose'.*'house'"),
        ("[signin.oidc]\nclient_secrets = 'x'", {}, "did you mean 'client_secret'"),
        ('[house]\njoining = "free"', {}, "joining"),
        ('[operating]\nmetrics = ["here"]', {}, "'here'"),
        ("", {"PALATINE_HOUSE_NAM": "x"}, "PALATINE_HOUSE_NAME"),
        ("", {"PALATINE_SERVE_WORKERS": "0"}, ">= 1"),
        ('[serve]\ninner = "here"', {}, "serve.inner.*not 'here'"),
        ('[serve]\ninner = "10.0.0.1"', {}, "an address and a port"),
        ('[serve]\ninner = "http://10.0.0.1:8090"', {}, "an address and a port"),
        ('[serve]\ninner = "10.0.0.1:many"', {}, "an address and a port"),
        ('[serve]\ninner = "10.0.0.1:8090"', {}, "serve.secret"),
        ('[serve]\nthinking = "dask"', {}, "serve.thinking is ray or ray://HOST:PORT, not 'dask'"),
        ('[serve]\nthinking = "10.0.0.1:10001"', {}, "serve.thinking"),
        ('[serve]\nthinking = "ray://10.0.0.1"', {}, "serve.thinking"),
        ('[serve]\ninner = "[fd00::1]:8090"\nsecret = "too short"', {}, "16 characters"),
        ("", {"PALATINE_SERVE_PORT": "many"}, "PALATINE_SERVE_PORT is a number"),
        ("", {"PALATINE_SERVE_PORT": "70000"}, "65535"),
        ("", {"PALATINE_OPERATING_ACCESS_LOG": "perhaps"}, "true or false"),
        ("", {"PALATINE_MAIL_RELAY_FILE": "/nowhere/at-all"}, "cannot be read"),
        ('[mail]\nrelay = "a"\nrelay_file = "b"', {}, "set twice"),
        ("[serve]\nport_file = 'x'", {}, "port_file"),
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
        read_config(file, {"PALATINE_SERVE_WORKERS": "0"})


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
    text = shown(read_config(file))
    assert "hush-hush" not in text
    assert "very-secret" not in text
    plain = tomllib.loads(text)
    assert plain["house"]["name"] == "The club"
    assert plain["mail"]["relay"] == "smtp://me:***@mail.example.org:587"
    file.write_text(shown(Config()))
    assert read_config(file) == Config()


def test_every_setting_is_documented_with_its_name_its_variable_and_what_is_usual() -> None:
    text = (ROOT / "docs" / "configuration.md").read_text(encoding="utf-8")
    usual: dict[str, Any] = tomllib.loads(shown(Config()))
    rows = [line for line in text.splitlines() if line.startswith("| `")]
    documented = [line.split("`")[1] for line in rows]
    assert sorted(documented) == sorted(".".join(name) for name, _ in kinds())
    for name, _ in kinds():
        (row,) = [line for line in rows if line.startswith(f"| `{'.'.join(name)}` |")]
        value: Any = usual
        for part in name:
            value = value[part]
        assert f"`{variable(name)}`" in row, name
        assert _as_told(value) in row, name


def _as_told(value: Any) -> str:
    if isinstance(value, bool):
        return f"`{str(value).lower()}`"
    if isinstance(value, list):
        return ", ".join(f"`{each}`" for each in value) or "none"
    return f"`{value:g}`" if isinstance(value, float) else f"`{value}`" if value != "" else "none"
