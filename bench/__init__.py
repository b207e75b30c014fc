"""Measurements, peers, lockstep runs and slow oracles: what holds Karat to its promises and is not in the wheel."""
