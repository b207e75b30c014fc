"""The same results with compilation switched off."""

import os
import subprocess
import sys

CODE = """
import hashlib
from karat.kernel import jit, random
from karat.amul.kernel import edge
from bench.lockstep.amul import TABLES, Table, walk
from karat.amul import Rules

assert jit.COMPILED is COMPILED
rules = Rules(3, tea=2)
rng = random.generator("uncompiled")
state = edge.start(rules)
edge.deal(state, "uncompiled")
for _ in range(12):
    seat = edge.to_act(state)[0]
    edge.apply(state, seat, int(edge.legal_actions(state, seat)[-1]))
digest = hashlib.sha256(state.words.tobytes())
digest.update(edge.observe(state, 1).tobytes())
digest.update(edge.legal_mask(state, 0).tobytes())
ends = edge.playouts(state, rng, 2)
for drawn in (*edge.resample(edge.view(state, 2), rng, 3), *ends):
    digest.update(drawn.words.tobytes())
digest.update(edge.score(ends[0]).tobytes())
digest.update(edge.returns(ends[1]).tobytes())
digest.update(str(edge.count_sequences(state, 2)).encode())
print(digest.hexdigest(), walk(Table(rules), "uncompiled", 40), walk(TABLES[1], "uncompiled", 40))
"""


def run(*, compiled: bool) -> str:
    told = {**os.environ, "NUMBA_DISABLE_JIT": "0" if compiled else "1"}
    code = CODE.replace("COMPILED is COMPILED", f"COMPILED is {compiled}")
    command = [sys.executable, "-W", "error", "-c", code]
    return subprocess.run(command, env=told, capture_output=True, text=True, check=True).stdout


def test_compiled_or_not_the_results_are_the_same():
    assert run(compiled=False) == run(compiled=True)
