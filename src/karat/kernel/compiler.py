"""How numba compiles a kernel that other kernels call: only as far as they need it.

numba makes every function ready to be called from Python: it optimises it together with all that it calls, makes
machine code of that, and wraps it twice. A kernel that is called by another becomes part of it, where all of that is
done again. So what lies under many kernels was optimised as often as there are kernels above it: most of the work.

Here each kernel is two functions of numba. The one that Python calls is made as numba makes it, and kept in the cache.
The other is for kernels that call it: it is typed and put into LLVM's language, and no more. It is in no file, as it is
a part of what is.

What is left is nearly all numba's own reading of the code. Of that, two things are spared it: a part is compiled for
whole numbers of one width, whatever the width of what it is handed, and what an operator makes of its operands is found
out once (it was a sixth of all, as numba asks some twenty templates at every plus).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from numba.core import codegen, compiler, types

Whole: Any = types.Integer
Kinds = tuple[Any, ...]
"""The types of some arguments."""


def of_one_width(kinds: Kinds) -> Kinds:
    """The same with every narrow signed number, and every one that is known, as a word.

    Those without a sign stay as they are: what they wrap around at is theirs.
    """
    return tuple(types.int64 if isinstance(kind, Whole) and kind.signed else kind for kind in kinds)


class Remembering:
    """numba's context of types, that remembers what functions of numba's own return for which arguments."""

    def __init__(self, context: Any) -> None:
        self._context = context
        self._known: dict[tuple[int, Kinds], tuple[Any, Any]] = {}

    def __getattr__(self, name: str) -> Any:
        return getattr(self._context, name)

    def resolve_function_type(self, function: Any, kinds: Kinds, named: dict[str, Any]) -> Any:
        """As numba's; ours and methods are asked for anew, as what they return may depend on more."""
        # numba puts another object in its place when it learns more of what a function can do.
        asked = self._context._lookup_global(function) or function  # noqa: SLF001
        if named or not isinstance(asked, types.Function):
            return self._context.resolve_function_type(function, kinds, named)
        place = id(asked), kinds
        if place not in self._known:
            found = self._context.resolve_function_type(function, kinds, named)
            if found is None or not found.return_type.is_precise():
                return found
            self._known[place] = asked, found  # which keeps the object, and so its number, alive
        return self._known[place][1]


remembering = cache(Remembering)


class NoMachineCode:
    """In place of numba's generator of machine code, where none is made: it has nothing to be told."""

    def set_env(self, name: str, env: Any) -> None:
        """Functions that make no Python objects, as ours, do not look at their environment."""


class PartLibrary(codegen.JITCodeLibrary):
    """The code of a kernel for those that call it; what it calls itself is added only where all of it is wanted."""

    def finalize(self) -> None:
        self._finalized = True

    @property
    def codegen(self) -> Any:
        return NoMachineCode()

    def get_pointer_to_function(self, name: str) -> int:  # noqa: ARG002 -- there is no machine code
        return 0

    def _get_module_for_linking(self) -> Any:
        if self._shared_module is None:
            for library in dict.fromkeys(self._linking_libraries):
                self._final_module.link_in(library._get_module_for_linking(), preserve=True)  # noqa: SLF001
            share: Callable[[], Any] = super()._get_module_for_linking
            share()
        return self._shared_module


make_library: Callable[..., Any] = PartLibrary


class KernelCompiler(compiler.Compiler):
    """numba's compiler, with a memory."""

    def define_pipelines(self) -> Any:
        self.state.typingctx = remembering(self.state.typingctx)
        usual: Callable[[], Any] = super().define_pipelines
        return usual()


class PartCompiler(KernelCompiler):
    """The same, with such a library to write into."""

    def define_pipelines(self) -> Any:
        self.state.library = make_library(self.state.targetctx.codegen(), self.state.func_id.func_qualname)
        return super().define_pipelines()
