"""Reading of settings, once at startup, from the environment and a TOML file.

The environment takes precedence over the file, and the file over the defaults. An environment variable is named
PALATINE_ plus the setting, as in PALATINE_SITE_URL. In both places a text can be stored in a file of its own, named
by the setting plus "_file", for example for secrets in containers.
"""

from __future__ import annotations

import logging
import os
import stat
import tomllib
from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from ipaddress import ip_network
from pathlib import Path
from typing import Any, get_type_hints
from urllib.parse import urlsplit

import msgspec

from palatine.config.settings import Config, without_secrets
from palatine.core import Unreadable

log = logging.getLogger(__name__)

PREFIX = "PALATINE_"
DATABASE_VARIABLE = "PALATINE_DATABASE"
"""Another name of PALATINE_SERVER_DATABASE, which all commands accept."""
DEFAULT_FILE = "_file"
BOOLEAN_WORDS = {
    "true": True,
    "yes": True,
    "on": True,
    "1": True,
    "false": False,
    "no": False,
    "off": False,
    "0": False,
}
MAX_FILE_BYTES = 64 * 1024
"""Maximum size in bytes of a file that holds one setting."""
SettingPath = tuple[str, ...]
"""The path of a setting, for example ("mail", "smtp_url")."""

OLD_SECTIONS = {
    "house": "site", "hooks": "webhooks", "serve": "server", "operating": "monitoring", "keeping": "retention",
}  # fmt: skip
OLD_KEYS: dict[SettingPath, SettingPath] = {
    ("site", "joining"): ("site", "access"),
    ("signin", "ways"): ("signin", "methods"),
    ("mail", "relay"): ("mail", "smtp_url"),
    ("mail", "receive"): ("mail", "inbound_url"),
    ("mail", "box"): ("mail", "mailbox"),
    ("mail", "trust"): ("mail", "sender_policy"),
    ("mail", "ca"): ("mail", "ca_bundle"),
    ("webhooks", "private"): ("webhooks", "allow_private"),
    ("server", "names"): ("server", "allowed_hosts"),
    ("server", "proxies"): ("server", "trusted_proxies"),
    ("server", "grace"): ("server", "shutdown_timeout"),
    ("server", "thinking"): ("bots", "backend"),
    ("retention", "pack"): ("retention", "compress"),
}
"""Current names by names of earlier versions, which are accepted with a warning.

The keys already use the current names of sections.
"""
REMOVED_SETTINGS = frozenset[SettingPath]({("server", "workers"), ("server", "inner"), ("server", "secret")})
"""Settings removed since earlier versions, under the current names of their sections."""
OLD_VALUES: dict[SettingPath, dict[str, str]] = {("site", "access"): {"closed": "invite"}}


def removed_setting_error(*names: str) -> Unreadable:
    """Return the error for removed settings or options, by the names that the user gave."""
    return Unreadable(
        f"{' and '.join(names)} {'is' if len(names) == 1 else 'are'} gone: start `palatine serve` several times on one "
        "PostgreSQL database behind a reverse proxy, see docs/deployment.md."
    )


def setting_types(
    section: type[msgspec.Struct] = Config, parent: SettingPath = ()
) -> Iterator[tuple[SettingPath, Any]]:
    """Yield all settings by path, with their types."""
    hints = get_type_hints(section, include_extras=True)
    for field in msgspec.structs.fields(section):
        name, kind = (*parent, field.name), hints[field.name]
        if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
            yield from setting_types(kind, name)
        else:
            yield name, kind


def environment_name(name: SettingPath) -> str:
    """Return the name of a setting's environment variable."""
    return PREFIX + "_".join(name).upper()


def find_config(config_path: str | None, environment: Mapping[str, str] | None = None) -> Config:
    """Return the settings of the environment and of the first settings file found.

    The file is `config_path`, or else $PALATINE_CONFIG, or else `palatine.toml` in the current folder. Defaults apply
    to the rest. Raises Unreadable, and OSError if a file cannot be read.
    """
    around = os.environ if environment is None else environment
    return read_config(config_file(config_path, around), around)


def config_file(named: str | None, environment: Mapping[str, str]) -> Path | None:
    """Return the settings file that `find_config` reads; None without one."""
    place = named or environment.get("PALATINE_CONFIG")
    here = Path("palatine.toml")
    return Path(place) if place else here if here.is_file() else None


def read_config(path: Path | None, environment: Mapping[str, str] | None = None) -> Config:
    """Return the settings of an environment and of a file, if there is one.

    Raises Unreadable with the invalid setting, and OSError if the file cannot be read.
    """
    where = "the environment" if path is None else str(path)
    plain = {} if path is None else _with_present_names(_read_toml(path), where)
    _check_names(plain, where)
    if path is not None:
        _warn_if_exposed(plain, path)
    _read_files(plain, () if path is None else path.parent)
    around = list(_environment_settings(environment or {}))
    for name, text in around:
        _set_value(plain, name, text)
    if path is not None and around:
        where = f"{path} and the environment"
    try:
        config = msgspec.convert(plain, Config)
    except msgspec.ValidationError as error:
        raise Unreadable(f"The settings in {where} cannot be read: {error}.") from error
    _check(config, where)
    return config


def _warn_if_exposed(plain: Mapping[str, Any], path: Path) -> None:
    """Warn if every user of the machine can read a file that contains a password."""
    if _is_exposed(plain, path):
        log.warning(
            "%s holds a password, and every user of this machine can read it. Let only the server read it: chmod 0640, "
            "with the server's group as its group.",
            path,
        )


def _is_exposed(plain: Mapping[str, Any], path: Path) -> bool:
    """Return whether every user of the machine can read a password in a file."""
    texts = [(_table_of(plain, name).get(name[-1]), kind) for name, kind in setting_types()]
    has_secret = any(isinstance(text, str) and without_secrets(text, kind) != text for text, kind in texts)
    return has_secret and bool(path.stat().st_mode & stat.S_IROTH)


def exposes_secrets(path: Path) -> bool:
    """Return whether every user of the machine can read a password in a settings file.

    Raises Unreadable, and OSError if the file cannot be read.
    """
    return _is_exposed(_with_present_names(_read_toml(path), str(path)), path)


def _table_of(plain: Mapping[str, Any], name: SettingPath) -> dict[str, Any]:
    table: Any = plain
    for part in name[:-1]:
        table = table.get(part, {}) if isinstance(table, dict) else {}
    return table if isinstance(table, dict) else {}


def _read_toml(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text("utf-8"))
    except FileNotFoundError as error:
        raise Unreadable(f"There is no settings file {path}.") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise Unreadable(f"The settings in {path} cannot be read: {error}.") from error


# Names


def old_names() -> dict[SettingPath, SettingPath]:
    """Return the current names of renamed settings, by their old names."""
    sections = {new: old for old, new in OLD_SECTIONS.items()}
    keys = {new: old for old, new in OLD_KEYS.items()}
    found = {}
    for name, _ in setting_types():
        section, *rest = keys.get(name, name)
        found[(sections.get(section, section), *rest)] = name
    return {old: new for old, new in found.items() if old != new}


def _with_present_names(plain: Mapping[str, Any], where: str) -> dict[str, Any]:
    """Return the settings of a file under their current names.

    Raises Unreadable for removed settings and for one that is set under both names.
    """
    old, found, gone = old_names(), dict[str, Any](), list[str]()
    for section, table in plain.items():
        if not isinstance(table, dict):
            found[section] = table
            continue
        for key, value in table.items():
            stem = key.removesuffix(DEFAULT_FILE)
            name = old.get((section, stem), (OLD_SECTIONS.get(section, section), stem))
            if name in REMOVED_SETTINGS:
                gone.append(f"{section}.{key}")
                continue
            renamed = name[1] + key.removeprefix(stem)
            there = found.setdefault(name[0], {})
            if renamed in there:
                raise Unreadable(
                    f"{'.'.join(name)} is set twice in {where}: by its present and by an earlier name."
                )
            there[renamed] = _present_value(name, value)
            if (section, stem) in old:
                _warn_of_old_name(f"{section}.{stem}", ".".join(name), where)
    if gone:
        raise removed_setting_error(*gone)
    return found


def _present_value(name: SettingPath, value: Any) -> Any:
    return OLD_VALUES.get(name, {}).get(value, value) if isinstance(value, str) else value


def _warn_of_old_name(old: str, new: str, where: str) -> None:
    log.warning("%s: the setting %s is now called %s. The next version will refuse the old name.", where, old, new)


def _check_names(plain: Mapping[str, Any], where: str, above: SettingPath = ()) -> None:
    """Raise Unreadable for an unknown name, with a suggestion."""
    names = {name[: len(above) + 1] for name, _ in setting_types() if name[: len(above)] == above}
    texts = {name for name, kind in setting_types() if _is_text(kind)}
    for key, value in plain.items():
        name = (*above, key)
        is_file = key.endswith(DEFAULT_FILE) and (*above, key.removesuffix(DEFAULT_FILE)) in texts
        if name not in names and not is_file:
            known = [each[-1] for each in names]
            raise Unreadable(f"There is no setting {'.'.join(name)!r} ({where}){_suggestion_text(key, known)}")
        if isinstance(value, dict) and name not in dict(setting_types()):
            _check_names(value, where, name)


def _suggestion_text(name: str, known: list[str]) -> str:
    close = get_close_matches(name, known, 1, 0.6)
    return f"; did you mean {close[0]!r}?" if close else f"; there are {', '.join(sorted(known))}."


def _is_text(kind: Any) -> bool:
    return getattr(kind, "__origin__", kind) is str and kind is not str


# The environment


def _environment_settings(environment: Mapping[str, str]) -> Iterator[tuple[SettingPath, Any]]:
    """Yield the settings in the environment.

    Raises Unreadable for an unknown name with the prefix of a section.
    """
    by_variable = {environment_name(name): (name, kind) for name, kind in setting_types()}
    present = {environment_name(old): environment_name(new) for old, new in old_names().items()}
    removed = {environment_name((section, key)) for _, key in REMOVED_SETTINGS for section in ("server", "serve")}
    sections = tuple({environment_name(name[:1]) + "_" for name in (*dict(setting_types()), *old_names())})
    if environment.get(DATABASE_VARIABLE):
        yield ("server", "database"), environment[DATABASE_VARIABLE]
    for key in sorted(environment):
        stem = key.removesuffix(DEFAULT_FILE.upper())
        named = present.get(key, key)
        if stem in removed:
            raise removed_setting_error(key)
        if key in present or stem in present:
            _warn_of_old_name(stem, present.get(stem, named), "the environment")
        if named in by_variable:
            name, kind = by_variable[named]
            yield name, _value(key, _present_value(name, environment[key]), kind)
        elif present.get(stem, stem) in by_variable and _is_text(by_variable[present.get(stem, stem)][1]):
            yield by_variable[present.get(stem, stem)][0], _text_of(Path(environment[key]), key)
        elif key.startswith(sections):
            raise Unreadable(f"There is no setting {key}{_suggestion_text(key, list(by_variable))}")


def _value(key: str, text: str, kind: Any) -> Any:
    """Return the value of an environment variable; texts of a list are separated by commas."""
    origin = getattr(kind, "__origin__", kind)
    if origin is tuple:
        return [part.strip() for part in text.split(",") if part.strip()]
    if kind is bool:
        if text.strip().lower() not in BOOLEAN_WORDS:
            raise Unreadable(f"{key} is true or false, not {text!r}.")
        return BOOLEAN_WORDS[text.strip().lower()]
    if origin in (int, float):
        try:
            return origin(text)
        except ValueError:
            raise Unreadable(f"{key} is a number, not {text!r}.") from None
    return text


# Files of one setting


def _read_files(plain: dict[str, Any], folder: Any) -> None:
    """Replace each `..._file` setting by the contents of the file that it names."""
    for name, kind in setting_types():
        table, key = _table_of(plain, name), name[-1] + DEFAULT_FILE
        if key in table and _is_text(kind):
            place = Path(str(table.pop(key)))
            if name[-1] in table:
                raise Unreadable(f"{'.'.join(name)} is set twice: by itself and by {key}.")
            table[name[-1]] = _text_of(place if not folder else Path(folder) / place, ".".join(name) + DEFAULT_FILE)


def _text_of(path: Path, key: str) -> str:
    try:
        with path.open("rb") as file:
            return file.read(MAX_FILE_BYTES).decode("utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise Unreadable(f"{key} names a file that cannot be read: {path}.") from error


def _set_value(plain: dict[str, Any], name: SettingPath, value: Any) -> None:
    table = plain
    for part in name[:-1]:
        table = table.setdefault(part, {})
    table[name[-1]] = value


# What types alone do not say


def _is_place(text: str) -> bool:
    """Return whether a text is exactly HOST:PORT."""
    try:
        address = urlsplit(f"//{text}")
        return bool(address.hostname and address.port and address.netloc == text and "@" not in text)
    except ValueError:
        return False


def _check(config: Config, where: str) -> None:
    url = urlsplit(config.site.url)
    if config.site.url and (url.scheme not in ("http", "https") or not url.hostname or url.path.strip("/")):
        raise Unreadable(
            f"In {where}, site.url is the address of the whole server, as in https://play.example.org, "
            f"not {config.site.url!r}."
        )
    thinking = config.bots.backend
    is_cluster = thinking.startswith("ray://") and _is_place(thinking.removeprefix("ray://"))
    if not is_cluster and thinking not in ("", "ray"):
        raise Unreadable(f"In {where}, bots.backend is ray or ray://HOST:PORT, not {thinking!r}.")
    for name, networks in (("metrics", config.monitoring.metrics), ("proxies", config.server.trusted_proxies)):
        for network in networks:
            try:
                ip_network(network, strict=False)
            except ValueError:
                raise Unreadable(f"In {where}, {name} lists addresses and networks; {network!r} is none.") from None
