"""Deployment files: valid for the programs that read them, with names that exist."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml

from palatine.cli.main import build_parser
from palatine.config import find_config, read_config
from palatine.config.reading import DEFAULT_FILE, environment_name, setting_types
from palatine.web.middleware.concurrency_limits import HEALTH_PATH

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
DOCS = [ROOT / "docs" / name for name in ("operations.md", "configuration.md")]
VARIABLES = {environment_name(name) for name, _ in setting_types()} | {"PALATINE_DATABASE", "PALATINE_CONFIG"}
OF_COMPOSE = {"PALATINE_HOST", "PALATINE_ACCESS", "PALATINE_UPSTREAM"}
"""Names that compose.yaml and the Caddyfile use among themselves."""


@pytest.fixture(scope="module")
def compose() -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))
    return found


@pytest.fixture(scope="module")
def dockerfile() -> str:
    return (DEPLOY / "Dockerfile").read_text(encoding="utf-8")


UNITS = ("palatine.service", "palatine@.service")


def unit(name: str = UNITS[0]) -> dict[str, list[str]]:
    """Return the lines of a unit by their names."""
    found: dict[str, list[str]] = {}
    for line in (DEPLOY / "systemd" / name).read_text(encoding="utf-8").splitlines():
        name, equals, value = line.partition("=")
        if equals and not line.startswith("#"):
            found.setdefault(name, []).append(value)
    return found


def is_command(words: list[str]) -> bool:
    """Return whether the command line accepts these words, apart from file names."""
    given = [re.sub(r"[^\w./:@=-]", "x", word) for word in words]
    try:
        build_parser().parse_args(given)
    except SystemExit as stop:
        return stop.code == 0
    return True


def test_every_setting_that_is_named_anywhere_exists() -> None:
    files = [*[path for path in DEPLOY.rglob("*") if path.is_file() and path.suffix != ".pyc"], *DOCS]
    for path in files:
        named = re.findall(r"PALATINE_[A-Z_]*[A-Z]", path.read_text(encoding="utf-8"))
        strange = {each for each in named if each.removesuffix(DEFAULT_FILE.upper()) not in VARIABLES} - OF_COMPOSE
        assert {each for each in strange if f"{each}_…" not in path.read_text(encoding="utf-8")} == set(), path


def test_every_command_that_is_named_anywhere_exists(dockerfile: str, compose: dict[str, Any]) -> None:
    (entry,) = re.findall(r"^ENTRYPOINT (\[.*\])$", dockerfile, re.MULTILINE)
    (command,) = re.findall(r"^CMD (\[.*\])$", dockerfile, re.MULTILINE)
    program, *words = [*yaml.safe_load(entry), *yaml.safe_load(command)]
    assert program == "palatine"
    assert is_command(words)
    assert "command" not in compose["services"]["palatine"]
    for name in UNITS:
        program, *words = unit(name)["ExecStart"][0].replace("%i", "8081").split()
        assert program == "/opt/palatine/current/bin/palatine"
        assert is_command(words)
    for path in DOCS:
        for line in re.findall(
            r"^(?:sudo )?palatine (.+?)(?:  +#.*)?$", path.read_text(encoding="utf-8"), re.MULTILINE
        ):
            assert is_command(line.split()), line


def test_what_is_set_makes_sense_to_the_server(compose: dict[str, Any], tmp_path: Path) -> None:
    read_config(DEPLOY / "palatine.toml")
    around = dict(compose["services"]["palatine"]["environment"])
    around["PALATINE_SITE_URL"] = "https://play.example.org"
    around["PALATINE_SITE_ACCESS"] = around["PALATINE_SITE_ACCESS"].rpartition("-")[2].rstrip("}")
    (tmp_path / "database_url").write_text("postgresql+psycopg://palatine:x@db/palatine\n")
    assert around["PALATINE_SERVER_DATABASE_FILE"] == "/run/secrets/database_url"
    around["PALATINE_SERVER_DATABASE_FILE"] = str(tmp_path / "database_url")
    around["PALATINE_DATABASE"] = "/data/palatine.db"  # as the image sets it; what compose says goes before
    found = find_config(None, around)
    assert found.server.database == "postgresql+psycopg://palatine:x@db/palatine"
    subnet = compose["networks"]["front"]["ipam"]["config"][0]["subnet"]
    assert found.server.trusted_proxies == (subnet,)


def test_the_containers_may_do_as_little_as_can_be(compose: dict[str, Any], dockerfile: str) -> None:
    services = compose["services"]
    for name in ("palatine", "proxy"):
        assert services[name]["read_only"] is True
        assert services[name]["cap_drop"] == ["ALL"]
    assert [name for name, each in services.items() if "ports" in each] == ["proxy"]
    assert compose["networks"]["back"]["internal"] is True
    assert services["db"]["networks"] == ["back"]
    for name, each in services.items():
        assert "no-new-privileges:true" in each["security_opt"], name
        assert set(each.get("secrets", ())) <= set(compose["secrets"])
    last = dockerfile.rpartition("\nFROM ")[2]
    assert "USER 10001:10001" in last
    assert "HEALTHCHECK" in last
    assert dockerfile.count("--require-hashes") == 2


def test_whatever_the_image_is_made_of_is_there_and_locked(dockerfile: str) -> None:
    allowed = [line[1:] for line in (ROOT / ".dockerignore").read_text().splitlines() if line.startswith("!")]
    for line in re.findall(r"^COPY (?!--from)(.+) \S+$", dockerfile, re.MULTILINE):
        for name in line.split():
            assert (ROOT / name).exists(), name
            assert any(name == each or name.startswith(f"{each}/") for each in allowed), name
    for name in ("serve", "build"):
        text = (ROOT / "requirements" / f"{name}.txt").read_text(encoding="utf-8")
        pinned = re.findall(r"^[\w.\[\]-]+==", text, re.MULTILINE)
        assert pinned
        assert text.count("--hash=") >= len(pinned)
    serve = (ROOT / "requirements" / "serve.txt").read_text(encoding="utf-8")
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    wanted = [*project["dependencies"], *project["optional-dependencies"]["server"]]
    wanted += project["optional-dependencies"]["postgres"]
    for each in wanted:
        name = re.split(r"[\[>=<]", each)[0].lower().replace("_", "-")
        assert re.search(rf"^{name}(?:\[.*\])?==", serve, re.MULTILINE), name


def test_nothing_of_the_operator_s_goes_through_the_front_door() -> None:
    text = (DEPLOY / "Caddyfile").read_text(encoding="utf-8")
    (paths,) = re.findall(r"@operator path (.+)", text)
    assert set(paths.split()) == {"/metrics", "/readyz"}
    assert "respond @operator 404" in text
    assert text.count("{") - text.count("{$") == text.count("}") - len(re.findall(r"\{\$[^}]*\}", text))
    assert "{$PALATINE_UPSTREAM:127.0.0.1:8080}" in text
    pattern = re.search(r"~(\^.*\)) \"", text)
    assert pattern is not None
    for path in ("/api/matches/abcdefgh234567/actions", "/play/abcdefgh234567", "/watch/abcdefgh234567"):
        found = re.match(pattern[1], path)
        assert found is not None
        assert found[1] == "abcdefgh234567"


def test_several_processes_are_run_as_one_is_apart_from_their_ports_and_their_database() -> None:
    one, many = unit(), unit("palatine@.service")
    assert {name for name in one | many if one.get(name) != many.get(name)} == {
        "Description", "ExecStart", "Environment",
    }  # fmt: skip
    assert "--port %i" in many["ExecStart"][0]
    assert "PALATINE_DATABASE" not in many["Environment"][0], "serve.database names the server of all of them"
    assert many["DynamicUser"] == ["yes"]
    assert many["User"] == ["palatine"], "or each would have another user, and their folder is one"


@pytest.mark.parametrize("name", UNITS)
def test_a_frozen_process_is_gone_and_begun_again_within_five_seconds(name: str) -> None:
    found = unit(name)
    assert found["Type"] == ["notify"]
    assert found["Restart"] == ["always"]
    assert found["RestartSec"] == ["500ms"]
    assert int(found["WatchdogSec"][0]) + int(found["TimeoutAbortSec"][0]) + 0.5 < 5


def test_the_settings_are_installed_where_only_the_server_reads_them() -> None:
    text = "".join(path.read_text(encoding="utf-8") for path in DOCS)
    assert "useradd --system --no-create-home --shell /usr/sbin/nologin palatine\n" in text
    installed = re.findall(r"^install .*/etc/palatine/palatine.toml$", text, re.MULTILINE)
    assert installed
    assert all("--mode=0640 --group=palatine" in each for each in installed)


def test_the_proxy_knows_the_containers_of_all_replicas(compose: dict[str, Any]) -> None:
    service = compose["services"]["palatine"]
    number = service["deploy"]["replicas"]
    assert number >= 2
    assert "container_name" not in service
    names = [f"{compose['name']}-palatine-{each + 1}:8080" for each in range(number)]
    assert compose["services"]["proxy"]["environment"]["PALATINE_UPSTREAM"].split() == names


def test_caddy_asks_whether_a_process_is_alive() -> None:
    text = (DEPLOY / "Caddyfile").read_text(encoding="utf-8")
    assert f"health_uri {HEALTH_PATH}\n" in text


def test_the_unit_gives_the_server_time_to_end_and_nothing_else() -> None:
    found = unit()
    assert int(found["TimeoutStopSec"][0]) > 10
    assert (found["DynamicUser"], found["User"]) == (["yes"], ["palatine"])
    assert found["ProtectSystem"] == ["strict"]
    assert found["StateDirectory"] == ["palatine"]
    assert "PALATINE_DATABASE=/var/lib/palatine/" in found["Environment"][0]
    assert not any("@resources" in each for each in found["SystemCallFilter"])  # bots are kept in bounds by rlimits
