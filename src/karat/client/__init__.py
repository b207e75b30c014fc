"""Play at tables of a Karat server from Python: REST calls, tables that are followed, and bots of one's own."""

from karat.client.bot import BotRunner, Decision, OnlineSeat, run_bot
from karat.client.calling import Problem
from karat.client.calls import Client
from karat.client.following import Followed, Rejected, Update

__all__ = [
    "BotRunner",
    "Client",
    "Decision",
    "Followed",
    "OnlineSeat",
    "Problem",
    "Rejected",
    "Update",
    "run_bot",
]
