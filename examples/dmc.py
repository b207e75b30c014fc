"""Deep Monte-Carlo on `karat.Batch`: Aurum learned from nothing but what whole rounds brought, all seats by one net.

As DouZero does it: play many rounds at once, mostly what promises most, sometimes anything; then move what the net
promised of each action towards what its round brought. No bootstrapping, no search, no teacher. The net is that of
ppo.py. It needs PyTorch (`pip install torch`).

    python examples/dmc.py --minutes 20
"""

from __future__ import annotations

import argparse
import time

import numpy as np
from ppo import Pair, PairBot, action_of, choice_of, choices_of, meet, torch  # the file beside this one

import karat
from karat.env import rollout

POINTS = 10  # the net promises tens of points


def train(args: argparse.Namespace, net: Pair) -> None:
    """Play and look back, until the minutes of processor time are over."""
    rng = np.random.default_rng(args.seed)
    batch = karat.Batch("aurum", args.rows, players=4, episode="round", seed=args.seed)
    optimizer = torch.optim.Adam(net.parameters(), lr=args.rate)
    spent, seen, iteration, next_meeting, budget = 0.0, 0, 0, 60 * args.meet, 120 * args.minutes
    explores = args.explores

    def act(one: karat.Batch) -> np.ndarray:
        mask = torch.from_numpy(one.masks)
        with torch.no_grad():
            promised, _ = net(torch.from_numpy(one.observations), choices_of(mask))
        best, any_of_them = action_of(promised.argmax(1), mask).numpy(), one.random_actions()
        return np.where(rng.random(one.size) < explores, any_of_them, best)

    while spent < budget:
        began = time.process_time()
        explores = args.explores * (1 - spent / budget)
        for group in optimizer.param_groups:
            group["lr"] = args.rate * (1 - spent / budget)
        found = rollout(batch, act, args.steps)
        known = torch.from_numpy(found.finished)
        rows, choices = torch.from_numpy(found.observations)[known], choices_of(torch.from_numpy(found.masks)[known])
        taken, brought = (
            choice_of(torch.from_numpy(found.actions)[known]),
            torch.from_numpy(found.returns)[known] / POINTS,
        )
        errors = []
        for some in torch.randperm(len(taken)).split(args.batch):
            promised, _ = net(rows[some], choices[some])
            loss = (promised.gather(1, taken[some, None])[:, 0] - brought[some]).square().mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            errors.append(loss.item())
        seen, iteration = seen + len(taken), iteration + 1
        spent += time.process_time() - began
        if iteration % args.tell == 0:
            error = POINTS * np.mean(errors) ** 0.5
            print(f"{spent:6.0f} s  {seen:10,} decisions  off by {error:.2f} points", flush=True)
        if args.meet and spent >= next_meeting:
            next_meeting += 60 * args.meet
            print(f"{spent:6.0f} s  {meet(args.deals)}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--minutes", type=float, default=20, help="on two cores, by processor time")
    parser.add_argument("--deals", type=int, default=500, help="to meet casual on, each from both sides")
    parser.add_argument("--meet", type=float, default=0, help="also each time so many processor minutes are over")
    for name, usual in (("rows", 128), ("steps", 240), ("batch", 1024), ("seed", 1), ("tell", 5), ("threads", 2)):
        parser.add_argument(f"--{name}", type=int, default=usual)
    for name, number in (("rate", 1e-3), ("explores", 0.05)):
        parser.add_argument(f"--{name}", type=float, default=number)
    args = parser.parse_args()
    torch.set_num_threads(args.threads)
    torch.manual_seed(args.seed)
    PairBot.net = Pair()
    train(args, PairBot.net)
    if args.deals:
        print(meet(args.deals))


if __name__ == "__main__":
    main()
