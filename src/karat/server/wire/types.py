"""Every type of the wire, for the games of one house, as JSON Schema. Both published documents are made from it."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterable, Iterator, Mapping
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
import msgspec.inspect

from karat.server.wire import events, frames

if TYPE_CHECKING:
    from karat.kit import Kit

Schema = dict[str, Any]

NAMED_IN_WIRE = "$ref"
"""Where types leave open what the games fill in, such as `View`, they name it without a path."""


def definitions(kinds: Iterable[type], kits: Mapping[str, Kit], where: str) -> tuple[dict[type, Schema], Schema]:
    """The schemas of these types, and by name all that they refer to; `where` stands before the name in references."""
    of_games = {f"{kit.name.capitalize()}Event": events.event_types(kit) for kit in kits.values()}
    unions: dict[str, tuple[type, ...]] = {
        "TableEvent": events.TABLE_EVENTS,
        **of_games,
        "View": tuple(kit.view_type.load() for kit in kits.values()),
        "TableLine": tuple(frames.FRAMES[inside] for inside in frames.TABLE_LINES),
        "BotLine": tuple(frames.FRAMES[inside] for inside in frames.BOT_LINES),
    }
    asked = list(dict.fromkeys(kinds))
    wanted = list(dict.fromkeys([*asked, *(kind for each in unions.values() for kind in each)]))
    schemas, named = msgspec.json.schema_components(wanted, ref_template=where + "{name}")
    for kind in structs_in(msgspec.inspect.multi_type_info(wanted)):
        describe(named[kind.__name__], kind)
    named = {name: named[name] for name in sorted(named)}
    named |= {name: one_of(kind.__name__ for kind in each) for name, each in unions.items()}
    named["GameEvent"] = one_of(of_games)
    named["AnyEvent"] = one_of(("TableEvent", *of_games))
    resolve(named, where)
    return dict(zip(asked, schemas, strict=False)), named


def one_of(names: Iterable[str]) -> Schema:
    """What is one of several types, each of which says which it is."""
    return {"anyOf": [{NAMED_IN_WIRE: name} for name in names]}


def resolve(schema: Any, where: str) -> None:
    """Put the path before every name that stands without one, and write plainly what generators stumble over."""
    if isinstance(schema, list):
        for part in schema:
            resolve(part, where)
    elif isinstance(schema, dict):
        name = schema.get(NAMED_IN_WIRE)
        if isinstance(name, str) and not name.startswith("#"):
            schema[NAMED_IN_WIRE] = where + name
        schema.pop("discriminator", None)  # its table repeats what the types say
        if isinstance(only := schema.get("enum"), list) and len(only) == 1:
            schema["const"] = schema.pop("enum")[0]
        if schema.get("items") is False:  # maxItems says the same, in a way that all generators read
            del schema["items"]
        elif schema.get("type") == "array" and "prefixItems" not in schema:
            schema.setdefault("items", {})
        for part in schema.values():
            resolve(part, where)


# What the types say of themselves


def structs_in(types: Iterable[Any]) -> Iterator[type]:
    """Every struct and dataclass that these types consist of, each once."""
    seen: set[type] = set()
    waiting = list(types)
    while waiting:
        node = waiting.pop()
        if isinstance(node, msgspec.inspect.StructType | msgspec.inspect.DataclassType):
            if node.cls in seen:
                continue
            seen.add(node.cls)
            yield node.cls
        for part in map(partial(getattr, node), getattr(node, "__struct_fields__", ())):
            waiting += part if isinstance(part, tuple) else [part]


def describe(schema: Schema, kind: type) -> None:
    """Add what the source says of a type's fields: the text below each."""
    texts = field_texts(kind)
    for field, shape in schema.get("properties", {}).items():
        if field in texts:
            shape.setdefault("description", texts[field])


def field_texts(kind: type) -> dict[str, str]:
    """The texts below the fields of a class and of those it is made from."""
    found: dict[str, str] = {}
    for each in reversed(kind.__mro__):
        found |= module_texts(each.__module__).get(each.__qualname__, {})
    return found


@cache
def module_texts(module: str) -> dict[str, dict[str, str]]:
    """By class and field, the texts of a module."""
    source = getattr(sys.modules.get(module), "__file__", None)
    if source is None or not source.endswith(".py") or not Path(source).is_file():
        return {}
    classes = [node for node in ast.parse(Path(source).read_text("utf-8")).body if isinstance(node, ast.ClassDef)]
    return {one.name: dict(class_texts(one)) for one in classes}


def class_texts(node: ast.ClassDef) -> Iterator[tuple[str, str]]:
    for field, below in zip(node.body, node.body[1:], strict=False):
        match field, below:
            case (
                ast.AnnAssign(target=ast.Name(id=name)),
                ast.Expr(value=ast.Constant(value=str() as said)),
            ):
                yield name, " ".join(said.split())
