"""`./karat test --costs 20`: how much of the processor each file of tests takes, with all the processes that it starts.

How long a test takes says little: it waits for pages and clocks, and other tests run beside it. What limits the whole
suite on few cores is the work, also that of servers and browsers that live on after the test which started them.
"""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Generator
from pathlib import Path

import pytest

TICKS = os.sysconf("SC_CLK_TCK")


def spent(process: int) -> float:
    """Processor seconds of a process, of those that it waited for, and of all that live below it."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text("ascii").rpartition(")")[2].split()
        threads = Path(f"/proc/{process}/task").iterdir()
        children = [child for thread in threads for child in (thread / "children").read_text("ascii").split()]
    except OSError:  # it has just ended, and its parent counts it
        return 0.0
    return sum(map(int, fields[11:15])) / TICKS + sum(spent(int(child)) for child in children)


class Meter:
    """In the process that runs tests: writes into each report what was spent since the one before."""

    def __init__(self) -> None:
        self.before = spent(os.getpid())

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        report = yield
        # Whose parent has just ended is missed at times, with all below it; what was spent once cannot be less later.
        now = max(self.before, spent(os.getpid()))
        report.cost = now - self.before  # type: ignore[attr-defined] -- xdist sends what a report holds
        self.before = now
        return report


class Bill:
    """In the process that people see: adds up, and tells at the end."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.files: defaultdict[str, list[float]] = defaultdict(lambda: [0.0, 0.0])
        self.tests: defaultdict[str, list[float]] = defaultdict(lambda: [0.0, 0.0])

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        for kept, name in ((self.files, report.nodeid.partition("::")[0]), (self.tests, report.nodeid)):
            kept[name][0] += getattr(report, "cost", 0.0)
            kept[name][1] += report.duration

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        terminalreporter.section("processor seconds, and seconds from begin to end")
        for kept in (self.files, self.tests):
            for name in sorted(kept, key=lambda name: -kept[name][0])[: self.most]:
                terminalreporter.line(line(*kept[name], name))
        terminalreporter.line(line(*map(sum, zip(*self.tests.values(), strict=True)), "all tests"))
        terminalreporter.line(line(spent(os.getpid()), 0.0, "with what loads and sorts them"))


def line(cost: float, lasted: float, name: str) -> str:
    return f"{cost:8.1f} {lasted:8.1f}  {name}"
