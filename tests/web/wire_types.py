"""What goes over the wire as TypeScript declarations, made from the structs that the API's handlers take and give."""

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
    """All structs of the API of `app` and all they hold, by name."""
    found: Structs = {}
    for annotation in (*_annotations(app), Board, ProblemDetails):
        _collect(msg.type_info(annotation), found)
    writer = Writer(found)
    return "\n\n".join([HEAD, *sorted(writer.interface(struct) for struct in found.values())]) + "\n"


def _annotations(app: Litestar) -> Iterator[Any]:
    """What the handlers of the API take as their body and give as their answer."""
    for route in app.routes:
        for handler in getattr(route, "route_handlers", ()):
            signature = handler.parsed_fn_signature
            for part in (signature.return_type, signature.parameters.get("data")):
                if part is not None:
                    yield from (each for each in _unwrapped(part.annotation) if _is_struct(each))


def _unwrapped(annotation: Any) -> tuple[Any, ...]:
    """`list[X]` and `Response[X]` as X, `X | Y` as both."""
    return tuple([part for each in get_args(annotation) for part in _unwrapped(each)]) or (annotation,)


def _is_struct(annotation: Any) -> bool:
    return isinstance(annotation, type) and issubclass(annotation, msgspec.Struct)


def _collect(kind: msg.Type, found: Structs) -> None:
    """The structs in a type, and in these."""
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
    """Writes types in TypeScript. Where two structs have one name, that of the core keeps it."""

    def __init__(self, found: Structs) -> None:
        self.names: dict[str, type] = {}
        for cls in sorted(found, key=lambda each: each.__module__):
            name = cls.__name__
            self.names[name if name not in self.names else cls.__module__.split(".")[1].title() + name] = cls

    def name(self, cls: type) -> str:
        return next(name for name, known in self.names.items() if known is cls)

    def interface(self, struct: msg.StructType) -> str:
        """What comes in may leave out what has a default; of what goes out its configuration tells."""
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
