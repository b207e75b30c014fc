"""Every game that must keep to the contract."""

import pytest
from contract import of_amul, of_aurum, of_opal

CASES = (of_aurum.CASE, of_amul.CASE, of_opal.CASE)
LEVELS = [pytest.param(case, level, id=f"{case}-{level}") for case in CASES for level in case.kit.bots]

every_game = pytest.mark.parametrize("case", CASES, ids=str)
