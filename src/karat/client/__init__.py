"""Play at tables of a Karat server from Python: REST calls, and tables that are followed through any disconnection."""

from karat.client.calls import Client, Problem
from karat.client.following import Followed, Rejected, Update

__all__ = ["Client", "Followed", "Problem", "Rejected", "Update"]
