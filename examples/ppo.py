"""PPO on the vector environment: a pair that learns Aurum against compiled rules of thumb, and meets `casual` at last.

One file, as CleanRL writes them: net, rollout, update and test, top to bottom. It needs PyTorch (`pip install torch`).

    python examples/ppo.py --minutes 20 --save pair.pt      # and if it was stopped, the same with --load pair.pt

Four things help. The metals of Aurum can change places without changing the game, so all five go through the same
weights. A bid is only ever changed for the cheapest gold: 211 choices in place of 1,011 actions. What leaves none is
played, but nothing is learned from it. And in the first tenth of its time it only imitates what it plays against, so
that PPO begins among even players.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import deque
from typing import Any

import numpy as np

try:
    import torch
except ImportError:
    sys.exit("this example needs PyTorch, which is not installed: pip install torch")
from torch import nn

import karat
from karat.aurum.kernel.observe import observe
from karat.aurum.kernel.pack import pack_view
from karat.aurum.rules.codec import ACTIONS, BASE, GOLD, PLAY_GOLD, SWAP, encode
from karat.env import VectorEnv

# What is chosen from: a card bid or played, a card laid on the own bid or the partner's, gold played, to end, to keep
LAY, REST = PLAY_GOLD, PLAY_GOLD + 2 * BASE
CHOICES = REST + GOLD + 2


def choices_of(mask: torch.Tensor) -> torch.Tensor:
    """Which choices there are, of legal actions."""
    lays = mask[:, SWAP:].view(-1, GOLD, 2 * BASE).amax(1)
    return torch.cat([mask[:, :PLAY_GOLD], lays, mask[:, PLAY_GOLD:SWAP]], 1).bool()


def action_of(choice: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
    """The action that a choice stands for: of bid changes, that for the cheapest gold."""
    place = (choice - LAY).clamp(0, 2 * BASE - 1)
    gold = (
        mask[:, SWAP:]
        .view(-1, GOLD, 2 * BASE)
        .gather(2, place[:, None, None].expand(-1, GOLD, 1))[:, :, 0]
        .byte()
        .argmax(1)
    )
    rest = choice - REST + PLAY_GOLD
    return torch.where(choice < LAY, choice, torch.where(choice < REST, SWAP + 2 * BASE * gold + place, rest))


def choice_of(action: torch.Tensor) -> torch.Tensor:
    """The other way round."""
    lay = LAY + (action - SWAP) % (2 * BASE)
    return torch.where(action < PLAY_GOLD, action, torch.where(action < SWAP, action - PLAY_GOLD + REST, lay))


# What the net sees: the bytes of an observation (docs/api/codes.md), and a little that follows from them
METALS, RANKS, PLANES, BYTES = 5, 10, 14, 825
CARDS = PLANES * BASE  # bytes that tell of base cards, plane by plane; the rest are small numbers
OUT, BIDS, TRICK, TRICKS = 250, 450, 650, 781  # where planes and numbers begin, by player
LEAST, NEEDS = -3, 13
FOLLOWS = 2 * NEEDS + 4 * RANKS


def follows(rows: torch.Tensor) -> torch.Tensor:
    """By side, one of: how many tricks it needs for its bid. By player, one of: the rank it has played to the trick."""
    by_rank = rows[:, BIDS : BIDS + 4 * BASE].view(-1, 4, METALS, RANKS).sum(2)
    bids = by_rank @ torch.arange(1.0, RANKS + 1)
    needs = torch.maximum(bids[:, :2], bids[:, 2:]) - rows[:, TRICKS : TRICKS + 4].view(-1, 2, 2).sum(1)
    places = (needs.long() - LEAST).clamp(0, NEEDS - 1)
    played = rows[:, OUT : OUT + 4 * BASE].view(-1, 4, BASE) * rows[:, None, TRICK : TRICK + BASE]
    ranks = played.view(-1, 4, METALS, RANKS).sum(2)
    return torch.cat([nn.functional.one_hot(places, NEEDS).flatten(1).float(), ranks.flatten(1)], 1)


class Pair(nn.Module):
    """What a seat should do, and what it may expect."""

    def __init__(self, table: int = 192, metal: int = 96) -> None:
        super().__init__()
        self.metal = nn.Linear(PLANES * RANKS, metal)
        self.table = nn.Sequential(
            nn.Linear(BYTES - CARDS + FOLLOWS + metal, table), nn.ReLU(), nn.Linear(table, table), nn.ReLU()
        )  # fmt: skip
        self.to_metal, self.from_metal = nn.Linear(table, metal), nn.Linear(metal, metal)
        self.card, self.rest = nn.Linear(metal, 4 * RANKS), nn.Linear(table, GOLD + 2)
        self.value = nn.Linear(table, 1)
        for head in (self.card, self.rest, self.value):
            nn.init.orthogonal_(head.weight, 0.01)
            nn.init.zeros_(head.bias)

    def forward(self, seen: torch.Tensor, choices: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """By choice how much it is wanted, and what the episode will bring."""
        rows = seen.float()
        cards = rows[:, :CARDS].view(-1, PLANES, METALS, RANKS).transpose(1, 2).reshape(-1, METALS, PLANES * RANKS)
        metals = self.metal(cards).relu()
        table = self.table(torch.cat([rows[:, CARDS:] / 4, follows(rows), metals.sum(1)], 1))
        metals = (self.from_metal(metals) + self.to_metal(table)[:, None]).relu()
        card = self.card(metals).view(-1, METALS, 4, RANKS).transpose(1, 2).reshape(-1, REST)
        wanted = torch.cat([card, self.rest(table)], 1)
        return wanted.masked_fill(~choices, -1e9), self.value(table)[:, 0]


class Rounds:
    """Rounds under way, and the last steps of all of them."""

    def __init__(self, args: argparse.Namespace, seed: int | str) -> None:
        self.env = VectorEnv(
            "aurum", args.envs, opponents=args.opponents, partners=True, seat="all", episode="round", copy=False,
            tensors=True,
        )  # fmt: skip
        shown, _ = self.env.reset(seed=seed)
        self.now, self.mask = shown["observation"], shown["action_mask"]  # written to at each step
        self.won = deque[float](maxlen=4096)
        shape = (args.steps, args.envs)
        self.seen = torch.zeros((*shape, BYTES), dtype=torch.uint8)
        self.choices = torch.zeros((*shape, CHOICES), dtype=torch.bool)
        self.taken = torch.zeros(shape, dtype=torch.int64)
        self.chances, self.values, self.rewards, self.ends = (torch.zeros(shape) for _ in range(4))

    @torch.no_grad()
    def play(self, net: Pair, *, imitates: bool) -> torch.Tensor:
        """Some steps of all rounds by the net, or by what is imitated; what the net expects after the last."""
        for step in range(len(self.seen)):
            self.seen[step], self.choices[step] = self.now, choices_of(self.mask)
            wanted, self.values[step] = net(self.seen[step], self.choices[step])
            chance = wanted.log_softmax(1)
            if imitates:
                self.taken[step] = choice_of(self.env.advice("rules"))
            else:
                self.taken[step] = (chance - torch.empty_like(chance).exponential_().log()).argmax(1)
            self.chances[step] = chance.gather(1, self.taken[step, :, None])[:, 0]
            _, margin, ended, _, _ = self.env.step(action_of(self.taken[step], self.mask))
            self.ends[step] = ended
            self.rewards[step] = ended * (0.5 * margin.sign() + margin / 30)
            self.won.extend((0.5 + 0.5 * margin.sign())[ended].tolist())
        return net(self.now, choices_of(self.mask))[1]

    def gains(self, ahead: torch.Tensor, trace: float) -> torch.Tensor:
        """By step and round, how much better it went than expected, as far as `trace` looks ahead."""
        gains, gain = torch.zeros_like(self.values), torch.zeros_like(ahead)
        for step in range(len(gains) - 1, -1, -1):
            goes_on = 1 - self.ends[step]
            gain = self.rewards[step] + goes_on * ahead - self.values[step] + trace * goes_on * gain
            gains[step], ahead = gain, self.values[step]
        return gains


def train(args: argparse.Namespace, net: Pair) -> float:
    """Play, look back, improve; until the minutes of processor time are over. The seconds of it that were spent."""
    optimizer = torch.optim.Adam(net.parameters(), lr=args.rate, eps=1e-5)
    budget, spent, iteration, next_meeting = 120 * args.minutes, 0.0, 0, 60 * args.meet  # seconds of two cores
    if args.load:  # goes on where it was saved, but for the rounds that were under way then
        kept = torch.load(args.load)
        net.load_state_dict(kept["net"])
        optimizer.load_state_dict(kept["optimizer"])
        torch.set_rng_state(kept["chance"])
        spent, iteration, next_meeting = kept["spent"], kept["iteration"], kept["next_meeting"]
    rounds = Rounds(args, f"{args.seed}/{iteration}" if iteration else args.seed)
    while spent < budget:
        began = time.process_time()
        imitates = spent < args.imitate * budget
        for group in optimizer.param_groups:
            group["lr"] = args.rate * (1 - spent / budget)
        gains = rounds.gains(rounds.play(net, imitates=imitates), args.trace)
        update(args, net, optimizer, rounds, gains, imitates=imitates)
        spent, iteration = spent + time.process_time() - began, iteration + 1
        if iteration % args.tell == 0:
            kind, won = "imitates" if imitates else "learns", np.mean(rounds.won or [0.5])
            print(
                f"{spent:6.0f} s  {iteration * gains.numel():10,} decisions  {kind}: {won:6.1%} of rounds", flush=True
            )
        if args.meet and spent >= next_meeting:
            next_meeting += 60 * args.meet
            print(f"{spent:6.0f} s  {meet(args.deals)}", flush=True)
        if args.save and (iteration % args.tell == 0 or spent >= budget):
            kept = {"net": net.state_dict(), "optimizer": optimizer.state_dict(), "chance": torch.get_rng_state()}
            torch.save({**kept, "spent": spent, "iteration": iteration, "next_meeting": next_meeting}, args.save)
    return spent


def update(
    args: argparse.Namespace, net: Pair, optimizer: Any, rounds: Rounds, gains: torch.Tensor, *, imitates: bool
) -> None:
    """PPO's loss, or that of imitation, some passes over what was played."""
    kept = (rounds.seen, rounds.choices, rounds.taken, rounds.chances, gains, gains + rounds.values)
    seen, choices, taken, chances, gains, aims = (array.flatten(0, 1) for array in kept)
    free = (choices.sum(1) > 1).nonzero()[:, 0]
    for _ in range(args.passes):
        for rows in free[torch.randperm(len(free))].split(args.batch):
            wanted, value = net(seen[rows], choices[rows])
            chance = wanted.log_softmax(1)
            gain = gains[rows]
            gain = (gain - gain.mean()) / (gain.std() + 1e-8)
            now = chance.gather(1, taken[rows, None])[:, 0]
            ratio = (now - chances[rows]).exp()
            loss = -torch.min(gain * ratio, gain * ratio.clamp(1 - args.clip, 1 + args.clip)).mean()
            loss = -now.mean() if imitates else loss + args.curiosity * (chance.exp() * chance).sum(1).mean()
            loss = loss + 0.5 * (value - aims[rows]).square().mean()
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(net.parameters(), 0.5)
            optimizer.step()


class PairBot:
    """The net as a bot of the arena: it is handed what its seat may know, and what is legal."""

    net: Pair

    def choose(self, seen: Any, legal: Any, rng: Any) -> Any:  # noqa: ARG002 -- it is of one mind
        row = np.zeros((1, BYTES), np.uint8)
        observe(pack_view(seen), seen.seat, row[0])
        mask = torch.zeros((1, ACTIONS), dtype=torch.int8)
        numbers = [encode(action, seen.seat, seen.rules.players) for action in legal]
        mask[0, numbers] = 1
        with torch.no_grad():
            wanted, _ = self.net(torch.from_numpy(row), choices_of(mask))
        return legal[numbers.index(int(action_of(wanted.argmax(1), mask)))]


def meet(deals: int) -> str:
    """How the pair does against `casual`, on deals that both play from both sides."""
    met = karat.tournament([PairBot, "casual"], game="aurum", players=4, deals=deals).lines[0].wins
    return f"against casual: {met.mean:.1%} of rounds ({met.low:.1%} to {met.high:.1%})"


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--minutes", type=float, default=20, help="on two cores, by processor time")
    parser.add_argument("--deals", type=int, default=500, help="to meet casual on, each from both sides")
    parser.add_argument("--meet", type=float, default=0, help="also each time so many processor minutes are over")
    parser.add_argument("--opponents", default="rules", help="a compiled player")
    parser.add_argument("--save", help="a file to go on from later")
    parser.add_argument("--load", help="go on from such a file")
    for name, usual in (
        ("envs", 256), ("steps", 96), ("passes", 2), ("batch", 2048), ("seed", 1), ("tell", 10), ("threads", 2),
    ):  # fmt: skip
        parser.add_argument(f"--{name}", type=int, default=usual)
    for name, number in (("rate", 1e-3), ("trace", 0.97), ("clip", 0.2), ("curiosity", 0.003), ("imitate", 0.1)):
        parser.add_argument(f"--{name}", type=float, default=number)
    args = parser.parse_args()
    torch.set_num_threads(args.threads)
    torch.manual_seed(args.seed)
    PairBot.net = Pair()
    spent = train(args, PairBot.net)
    if args.deals:
        print(f"{spent:6.0f} s  {meet(args.deals)}")


if __name__ == "__main__":
    main()
