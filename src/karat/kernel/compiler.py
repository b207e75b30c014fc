"""How numba compiles a kernel that other kernels call: only as far as they need it.

numba makes every function ready to be called from Python: it optimises it together with all that it calls, makes
machine code of that, and wraps it twice. A kernel that is called by another becomes part of it, where all of that is
done again. So what lies under many kernels was optimised as often as there are kernels above it: most of the work.

Here each kernel is two functions of numba. The one that Python calls is made as numba makes it, and kept in the cache.
The other is for kernels that call it: it is typed and put into LLVM's language, and no more. It is in no file, as it is
a part of what is.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from numba.core import codegen, compiler


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


class PartCompiler(compiler.Compiler):
    """numba's compiler, with such a library to write into."""

    def define_pipelines(self) -> Any:
        self.state.library = make_library(self.state.targetctx.codegen(), self.state.func_id.func_qualname)
        usual: Callable[[], Any] = super().define_pipelines
        return usual()
