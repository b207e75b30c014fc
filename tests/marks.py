"""Tests carry the ids of the rules they show: `@rule(Law.MUST_NOT_FOLLOW)` or `@rule("A6.5")`."""

import pytest


def rule(*ids: str) -> pytest.MarkDecorator:
    return pytest.mark.rule(*map(str, ids))
