"""Groups of commands that are imported when they are named, so that help is instant and needs no extras."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from collections.abc import Mapping


class ReaderLeftError(Exception):
    """Whoever read our output has seen enough, as `head` does."""


class LazyGroup(click.Group):
    """A group that knows of each command its module, where it is the function of that name, and its line of help."""

    def __init__(self, *given: Any, lazily: Mapping[str, tuple[str, str]], **more: Any) -> None:
        super().__init__(*given, **more)
        self.lazily = lazily

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        return list(self.lazily)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        if cmd_name not in self.lazily:
            return None
        module = importlib.import_module(self.lazily[cmd_name][0])
        command = getattr(module, cmd_name)
        assert isinstance(command, click.Command)  # noqa: S101
        return command

    def invoke(self, ctx: click.Context) -> object:
        """As ever, but a closed pipe is ours to answer: click would end with the status of a failed check."""
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            raise ReaderLeftError from None

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        with formatter.section("Commands"):
            formatter.write_dl([(name, line) for name, (_, line) in self.lazily.items()])
