"""TypeScript declarations generated from the structs of the API's requests and responses."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, get_args

import msgspec
from litestar import Litestar
from msgspec import inspect as msg

from palatine.core import Board
from palatine.web.models import ProblemDetails

HEAD = "// What goes over the wire. Made from the API's structs by tests/web/test_wire_types.py; not to be edited."
PLAIN = {
    msg.StrType: "string",
    msg.IntType: "number",
    msg.FloatType: "number",
    msg.BoolType: "boolean",
    msg.NoneType: "null",
    msg.AnyType: "any",
}


Structs = dict[type, msg.StructType]


def declarations(app: Litestar) -> str:
    """Return the declarations of the structs of an API, and of those they contain, by name."""
    found: Structs = {}
    for annotation in (*_annotations(app), Board, ProblemDetails):
        _collect(msg.type_info(annotation), found)
    writer = Writer(found)
    return "\n\n".join([HEAD, *sorted(writer.interface(struct) for struct in found.values())]) + "\n"


def _annotations(app: Litestar) -> Iterator[Any]:
    """Yield the structs that the handlers of the API accept as body or return."""
    for route in app.routes:
        for handler in getattr(route, "route_handlers", ()):
            signature = handler.parsed_fn_signature
            for part in (signature.return_type, signature.parameters.get("data")):
                if part is not None:
                    yield from (each for each in _unwrapped(part.annotation) if _is_struct(each))


def _unwrapped(annotation: Any) -> tuple[Any, ...]:
    """Return the types in an annotation: X for `list[X]` and `Response[X]`, both for `X | Y`."""
    return tuple([part for each in get_args(annotation) for part in _unwrapped(each)]) or (annotation,)


def _is_struct(annotation: Any) -> bool:
    return isinstance(annotation, type) and issubclass(annotation, msgspec.Struct)


def _collect(kind: msg.Type, found: Structs) -> None:
    """Add the structs in a type, and those they contain, to `found`."""
    if isinstance(kind, msg.StructType) and kind.cls not in found:
        found[kind.cls] = kind
        for field in kind.fields:
            _collect(field.type, found)
    for part in _parts(kind):
        _collect(part, found)


def _parts(kind: msg.Type) -> tuple[msg.Type, ...]:
    match kind:
        case msg.ListType(item_type=item) | msg.VarTupleType(item_type=item):
            return (item,)
        case msg.TupleType(item_types=items) | msg.UnionType(types=items):
            return items
        case msg.DictType(key_type=key, value_type=value):
            return (key, value)
        case msg.Metadata(type=inner):
            return (inner,)
    return ()


class Writer:
    """A writer of TypeScript types.

    If two structs have the same name, that of the core keeps it and the other gets the name of its package as a prefix.
    """

    def __init__(self, found: Structs) -> None:
        self.names: dict[str, type] = {}
        for cls in sorted(found, key=lambda each: each.__module__):
            name = cls.__name__
            self.names[name if name not in self.names else cls.__module__.split(".")[1].title() + name] = cls

    def name(self, cls: type) -> str:
        return next(name for name, known in self.names.items() if known is cls)

    def interface(self, struct: msg.StructType) -> str:
        """Return the declaration of a struct.

        A field with a default is optional if the struct forbids unknown fields, as requests do, or omits defaults.
        """
        config = struct.cls.__struct_config__
        terse = config.omit_defaults or config.forbid_unknown_fields
        lines = [
            f"  {field.encode_name}{'' if field.required or not terse else '?'}: {self.type(field.type)};"
            for field in struct.fields
        ]
        return "\n".join([f"export interface {self.name(struct.cls)} {{", *lines, "}"])

    def type(self, kind: msg.Type) -> str:
        match kind:
            case msg.Metadata(type=inner):
                return self.type(inner)
            case msg.StructType(cls=cls):
                return self.name(cls)
            case msg.ListType(item_type=item) | msg.VarTupleType(item_type=item):
                inner = self.type(item)
                return f"({inner})[]" if " | " in inner else f"{inner}[]"
            case msg.TupleType(item_types=items):
                return f"[{', '.join(map(self.type, items))}]"
            case msg.UnionType(types=types):
                return " | ".join(dict.fromkeys(map(self.type, types)))
            case msg.DictType(key_type=key, value_type=value):
                return f"Record<{self.type(key)}, {self.type(value)}>"
            case msg.LiteralType(values=values):
                return " | ".join(f'"{value}"' if isinstance(value, str) else str(value) for value in values)
        return PLAIN[type(kind)]
