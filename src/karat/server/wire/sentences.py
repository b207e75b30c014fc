"""What is said of each code with which the rooms behind refuse: for people who read logs, terminals and programs.

A page says it in the language of who reads, from `web/src/messages`; slots are the parameters of a refusal.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

SENTENCES = {
    # Tables
    "bad_token": "nobody has this token, or it was revoked",
    "one_identity": "this connection is somebody else's: open another one",
    "who_are_you": "this needs a session: join with a name first",
    "not_in_scope": "this token is not for that",
    "no_such_game": "this house has no such game",
    "no_card_files": "{game} has no card files",
    "bad_rules": "the game cannot be played like this: {reason}",
    "bad_seats": "the seats do not fit this game: one is left for each person, and none is named twice",
    "no_such_bot": "there is no bot of that name or level",
    "no_such_action": "that cannot be done here",
    "illegal": "the rules forbid that",
    "table_full": "all seats are taken",
    "seat_taken": "somebody sits there already, or that seat is not free",
    "seat_empty": "nobody sits there",
    "seat_lost": "a bot plays this seat: take it back first",
    "both_seated": "guest and account both sit at table {table}: leave one seat first",
    "not_seated": "you do not sit at this table",
    "not_your_turn": "it is not your turn",
    "not_yourself": "that is your own seat",
    "not_started": "the match has not begun",
    "not_finished": "the match is not over yet",
    "already_started": "the match has begun already",
    "table_over": "the match at this table is over",
    "already_asked": "something has been asked already, and is not answered yet",
    "not_asked": "nobody has asked for that",
    "host_only": "only who opened the table can do that",
    "wrong_password": "that is not the password of this table",
    "stale_decision": "that question was answered already",
    "time_is_up": "the time was up",
    "past_a_reveal": "cards have been shown since: that cannot be taken back",
    "not_in_advance": "that cannot be said in advance now: {action}",
    "not_gone": "they may still come back: ask again in {seconds} seconds",
    "clock_decides": "at this table the clock decides",
    "not_when_rated": "that is not possible in a rated match",
    "no_hints": "there are no hints at this table",
    "no_hints_when_rated": "there are no hints at rated tables",
    "no_spectators": "this match cannot be watched",
    "already_fixed": "the shuffle has begun",
    "not_fixed": "not everybody is ready for the shuffle yet",
    "not_as_pledged": "that is not the salt that was pledged",
    "too_many_tables": "too many tables at once",
    "too_many_matches": "you sit at {most} tables that are not over: finish a match there, or leave one first",
    "kept_apart": "you and somebody there do not want to meet: one has blocked the other",
    "barred_from_play": "a moderator has suspended you ({reason}): {words}",
    "barred_from_talk": "a moderator has muted you ({reason}): {words}",
    # Talk, names and passwords
    "nothing_said": "there was nothing to say",
    "talk_too_long": "that is too long: a line has at most 280 characters",
    "phrases_only": "set phrases only while partners play",
    "no_such_phrase": "there is no such phrase",
    "talk_not_here": "one cannot talk here",
    "name_too_short": "a name has two characters or more",
    "name_too_long": "a name has at most 24 characters",
    "name_characters": "a name has letters, digits and few signs, and nothing invisible",
    "name_mixed_scripts": "a name keeps to one alphabet",
    "name_reserved": "that name is reserved",
    "name_taken": "that name is taken, or looks like one that is",
    "password_too_short": "a password has at least eight characters",
    "password_too_long": "a password has at most 256 characters",
    "password_too_simple": "that password is too easily guessed",
    # Accounts
    "account_needed": "this is for accounts: make one first",
    "already_account": "that is an account already",
    "gone": "that account is gone",
    "yourself": "that is you yourself",
    "nobody": "there is nobody of that name or id whom one could ask",
    "no_scopes": "a token needs a scope: read, play or chat",
    "too_many_tokens": "there are as many tokens as one may have: revoke one first",
    "too_many_passkeys": "there are as many passkeys as one may have: forget one first",
    "too_many_relations": "you have muted and blocked as many as one may: make peace with somebody first",
    "too_many_followed": "you follow as many people as one may: leave somebody first",
    # Challenges
    "own_challenge": "that is your own challenge: somebody else accepts it",
    "already_challenged": "you have asked them already, and they have not answered yet",
    "too_many_challenges": "too many challenges wait for an answer already",
    "challenge_over": "this challenge no longer stands ({state})",
    "challenger_busy": "whoever asks sits at too many tables by now",
    "not_for_you": "this challenge is for somebody else",
    "not_yours": "this challenge is somebody else's: who sent it takes it back",
    # Clubs
    "members_only": "this is for members of the club",
    "club_full": "the club is full, or as many wait at its door as may",
    "no_member": "nobody of that name or id is in the club",
    "not_invited": "one joins this club by invitation",
    "not_your_club": "only who leads the club can do that",
    "owner_stays": "the owner stays: hand the club over first, or delete it",
    "no_such_event": "the club has no such date, or its table is open already",
    "bad_date": "a date lies between now and a year from now",
    "too_many_clubs": "you are in as many clubs, or own as many, as one may",
    "too_many_events": "the club has as many dates as it may",
    # Tournaments and deals of a day
    "director_only": "only the director may do that",
    "tournament_started": "the tournament has started: from now on the director substitutes",
    "tournament_over": "the tournament is over",
    "tournament_full": "no more than {most} can enter",
    "too_few_entrants": "a tournament needs two entrants or more",
    "too_many_tournaments": "you direct {most} tournaments that are not over: finish one first",
    "already_entered": "they have entered already",
    "entrant_full": "no place is free with entrant {entrant}",
    "no_such_entrant": "there is no entrant {entrant}, or no such place",
    "no_such_result": "there is no such table: its round, number and deal count from 0",
    "round_is_over": "in a knock-out only the current round can be corrected: who went on has gone on",
    "bad_points": "there must be as many points as there are sides",
    "not_following": "{name} does not follow you: nobody plays or directs unasked",
    "directs_too_many": "{name} directs as many tournaments as one may",
    "not_at_events": "others play the same cards: nothing is taken back, broken off or played again here",
    # Notices and days off
    "no_such_zone": "there is no such time zone: one is called as in Europe/Berlin",
    "too_many_channels": "there are as many places for notices as there may be: remove one first",
    "no_code": "no code is waited for: have one sent first",
    "code_expired": "this code is no longer good: have a new one sent",
    "wrong_mail_code": "that is not the code",
    "no_such_day": "days off begin now or within a year",
    "vacation_taken": "there are days off already: call them off first",
    "no_days_left": "so many days are not left this year",
}


def sentence(code: str, params: Mapping[str, str] | None = None) -> str:
    """What is said of a code; a slot that nobody gave is empty.

    >>> sentence("entrant_full", {"entrant": "3"})
    'no place is free with entrant 3'
    """
    return SENTENCES[code].format_map(defaultdict(str, params or {})).removesuffix(": ")
