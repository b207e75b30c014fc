"""Days as the house counts them, from midnight to midnight in UTC, written as `2026-11-18`."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

LONG = 86400.0


def day_of(moment: float) -> str:
    """The day of a moment.

    >>> day_of(0.0), day_of(86399.9), begin_of("1970-01-02")
    ('1970-01-01', '1970-01-01', 86400.0)
    """
    return datetime.fromtimestamp(moment, UTC).date().isoformat()


def begin_of(day: str) -> float:
    return datetime.combine(date.fromisoformat(day), datetime.min.time(), UTC).timestamp()


def end_of(day: str) -> float:
    return begin_of(day) + LONG


def later(day: str, days: int) -> str:
    """The day so many days later.

    >>> later("2026-12-31", 1), later("2026-03-01", -1)
    ('2027-01-01', '2026-02-28')
    """
    return (date.fromisoformat(day) + timedelta(days)).isoformat()


def streaks(days: list[str], today: str) -> tuple[int, int]:
    """How many days in a row up to today, or to yesterday while today can still be played, and the longest ever.

    >>> streaks(["2026-11-14", "2026-11-16", "2026-11-17"], "2026-11-18")
    (2, 2)
    >>> streaks(["2026-11-14", "2026-11-15", "2026-11-16"], "2026-11-18")
    (0, 3)
    """
    longest = length = 0
    before = ""
    for day in sorted(set(days)):
        length = length + 1 if before and later(before, 1) == day else 1
        longest, before = max(longest, length), day
    return (length if before in (today, later(today, -1)) else 0), longest
