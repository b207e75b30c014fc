"""What waits to be sent to one listener: so many frames and so many bytes, and whoever reads slower is let go."""

from __future__ import annotations

from collections import deque

MOST_WAITING = 500
"""Frames."""
MOST_BYTES = 1024 * 1024
"""Bytes of all of them together, but for a single frame that is larger: twenty snapshots, a minute of a busy table."""


class Outbox:
    """A queue that overflows once and for all; who resumes begins with an empty one."""

    def __init__(self) -> None:
        self._frames: deque[str] = deque()
        self._bytes = 0
        self.is_full = False

    def __len__(self) -> int:
        return len(self._frames)

    def put(self, frame: str) -> None:
        if self.is_full:
            return
        # A character takes one to four bytes, and in memory at least as many as are counted here.
        self._frames.append(frame)
        self._bytes += len(frame) if frame.isascii() else len(frame.encode())
        if len(self._frames) > MOST_WAITING or (self._bytes > MOST_BYTES and len(self._frames) > 1):
            self.is_full = True
            self._frames.clear()
            self._bytes = 0

    def take(self) -> str | None:
        """The next one; None where nothing waits."""
        if not self._frames:
            return None
        frame = self._frames.popleft()
        self._bytes -= len(frame) if frame.isascii() else len(frame.encode())
        return frame
