"""Queues of frames are bounded by number and by bytes."""

from karat.server.house.outbox import MOST_BYTES, MOST_WAITING, Outbox


def test_frames_come_out_in_order():
    outbox = Outbox()
    for frame in ("one", "zwölf"):
        outbox.put(frame)
    assert (outbox.take(), outbox.take(), len(outbox), outbox.is_full) == ("one", "zwölf", 0, False)


def test_too_many_frames_overflow_for_good_and_hold_no_memory():
    outbox = Outbox()
    for _ in range(MOST_WAITING):
        outbox.put("x")
    assert not outbox.is_full
    outbox.put("x")
    outbox.put("x")
    assert (outbox.is_full, len(outbox)) == (True, 0)


def test_bytes_are_counted_and_not_letters():
    outbox = Outbox()
    outbox.put("a")
    outbox.put("я" * (MOST_BYTES // 2))
    assert outbox.is_full


def test_what_was_sent_makes_room_and_one_large_frame_is_let_through():
    outbox = Outbox()
    for _ in range(5):
        outbox.put("я" * MOST_BYTES)
        assert not outbox.is_full
        outbox.take()
