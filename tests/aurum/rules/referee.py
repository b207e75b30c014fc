"""A second referee for Aurum, written from the rules alone with no line in common with karat: plain and slow.

`check` replays a record and says what is wrong with it; `seen` counts what happened on the way.
"""

import collections

EDITIONS = ["de", "fr", "ru"]
VARIANTS = [[], ["no-zero-gold"], ["three-round-total"], ["no-zero-gold", "three-round-total"]]


class Bad(Exception):
    pass


def same(a, b):
    """Equal in value and in JSON type (true is not 1, 1.0 is not 1)."""
    if type(a) is not type(b):
        return False
    if isinstance(a, list):
        return len(a) == len(b) and all(same(x, y) for x, y in zip(a, b, strict=False))
    return a == b


def is_int(x):
    return type(x) is int


def check(record, seen=None):
    """None if right, else a reason. seen: a Counter for statistics."""
    try:
        check_match(record, collections.Counter() if seen is None else seen)
    except Bad as e:
        return str(e)
    return None


def need(cond, reason):
    if not cond:
        raise Bad(reason)


def check_match(rec, seen):
    need(type(rec) is dict, "not an object")
    for key in ("format", "game", "players", "edition", "variants", "rounds", "result"):
        need(key in rec, "missing " + key)
    need(same(rec["format"], "karat/1"), "format")
    need(same(rec["game"], "aurum"), "game")
    need(same(rec.get("rules", 1), 1), "rules")
    need(is_int(rec["players"]) and rec["players"] in (3, 4), "players")
    need(type(rec["edition"]) is str and rec["edition"] in EDITIONS, "edition")
    need(type(rec["variants"]) is list and rec["variants"] in VARIANTS, "variants")
    need(type(rec["rounds"]) is list, "rounds")
    need(rec["result"] is None or type(rec["result"]) is dict, "result")
    n, edition, total_variant = rec["players"], rec["edition"], "three-round-total" in rec["variants"]
    who = "fr3" if (edition, n) == ("fr", 3) else "other"
    n_sides = {3: 3, 4: 2}[n]
    history = []  # the nuggets of each round
    points = []  # the points of each round
    winners = None
    for k, rnd in enumerate(rec["rounds"]):
        need(winners is None, "round %d: A9.1 the match is over" % (k + 1))
        need(type(rnd) is dict, "round %d: not an object" % (k + 1))
        may_break = rec["result"] is None and k == len(rec["rounds"]) - 1
        if k > 0:
            need(same(rnd.get("first"), (rec["rounds"][k - 1]["first"] + 1) % n), "round %d: A2.4 first" % (k + 1))
        got = check_round(rnd, k, rec, may_break, seen)
        if got is None:  # broken off inside this round
            return
        history.append(got["nuggets"])
        points.append(got["points"])
        have = [sum(h[i] for h in history) for i in range(n_sides)]
        total = [sum(p[i] for p in points) for i in range(n_sides)]
        if total_variant:
            if k == 2:
                winners = [i for i in range(n_sides) if total[i] >= max(total)]
                seen["AV.2 shared" if len(winners) > 1 else "AV.2 single"] += 1
        elif who == "fr3":
            if k == 1:
                for i in range(3):
                    if have[i] == 2:
                        if have.count(0) == 2:  # the others can reach 1 only
                            winners = [i]
                            seen["A9.1 fr3 early"] += 1
                        else:
                            seen["A9.1 fr3 two nuggets but catchable"] += 1
            if k == 2:
                order = sorted(range(3), key=lambda i: (-have[i], -got["bids"][i]))
                winners = sorted(
                    i for i in order if (have[i], got["bids"][i]) == (have[order[0]], got["bids"][order[0]])
                )
                if len(winners) > 1:
                    seen["A9.1 fr3 shared by %d" % len(winners)] += 1
                elif have.count(max(have)) > 1:
                    seen["A9.1 fr3 tie broken by bid"] += 1
                else:
                    seen["A9.1 fr3 after three rounds"] += 1
        else:
            ranked = sorted(have, reverse=True)
            if ranked[0] >= 2 and ranked[0] > ranked[1]:
                winners = [have.index(ranked[0])]
                seen["A9.1 first to two" if ranked[0] == 2 else "A9.1 ahead after extra rounds"] += 1
            elif ranked[0] >= 2:
                seen["A9.2 extra round, %d players" % n] += 1
    if rec["result"] is None:
        need(winners is None, "result: the match is over, result is null")
        return
    need(winners is not None, "round %d: A9.1 the match is not over" % (len(rec["rounds"]) + 1))
    for key, value, rule in (("winners", winners, "A9.1"), ("nuggets", have, "A8.3"), ("totals", total, "A8.3")):
        need(same(rec["result"].get(key), value), f"result: {rule} {key} should be {value}")


def check_round(rnd, k, rec, may_break, seen):
    n, edition, variants = rec["players"], rec["edition"], rec["variants"]
    here = "round %d" % (k + 1)
    for key in ("first", "deal", "aside", "actions"):
        need(key in rnd, here + ": missing " + key)
    need(is_int(rnd["first"]) and 0 <= rnd["first"] < n, here + ": first")
    deal, aside, acts = rnd["deal"], rnd["aside"], rnd["actions"]
    need(type(deal) is list and len(deal) == n and all(type(h) is list for h in deal), here + ": deal")
    need(type(aside) is list and type(acts) is list, here + ": aside or actions")
    rule = "A2.1" if n == 4 else "A2.2"
    need(all(len(h) == 12 for h in deal), f"{here}: {rule} twelve cards each")
    need(len(aside) == (2 if n == 4 else 0), f"{here}: {rule} aside")
    pack = set()
    for metal in ["B", "C", "P", "S", "Z"]:
        for r in ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10"]:
            if n == 4 or (metal != "C" and r != "10"):
                pack.add(metal + r)
    where = {}  # card -> ('hand', seat) | ('bid', seat) | ('gone',)
    for seat in range(n):
        for card in deal[seat]:
            need(type(card) is str and card in pack, f"{here}: {rule} unknown card {card!r}")
            need(card not in where, f"{here}: {rule} card twice {card}")
            where[card] = ("hand", seat)
    for card in aside:
        need(type(card) is str and card in pack, f"{here}: {rule} unknown card {card!r}")
        need(card not in where, f"{here}: {rule} card twice {card}")
        where[card] = ("gone",)
    supply = [0, 2, 2, 2, 1, 1, 1, 1, 1 if n == 4 else 0]  # by rank
    stock = [[0] * 9 for _ in range(n)]
    for seat in range(n):
        stock[seat][0] = 0 if "no-zero-gold" in variants else 1
    gold_names = ["G0", "G1", "G2", "G3", "G4", "G5", "G6", "G7", "G8"]
    tricks = [0] * n
    bid_of = {}  # seat -> card
    i = 0  # the next action

    def bad(rule, why):
        raise Bad("%s action %d: %s %s" % (here, i, rule, why))

    def hand(seat):
        return [c for c in where if where[c] == ("hand", seat)]

    def next_action(phase, seats, _trick):
        """(seat, words) of action i, which must be by one of seats; None where a broken-off match stops."""
        if i == len(acts):
            if may_break:
                return None
            bad("A0.1", "action missing")
        act = acts[i]
        if type(act) is not list or len(act) != 2 or not is_int(act[0]) or type(act[1]) is not str:
            bad("A0.1", "malformed action")
        if act[0] not in seats:
            bad("A0.1", "seat %d is not due" % act[0])
        words = act[1].split(" ")
        if (words[0], len(words)) not in [("bid", 2), ("keep", 1), ("swap", 4), ("play", 2), ("gold", 2), ("end", 1)]:
            bad("A0.1", "unknown action")
        allowed = {"bid": ["bid"], "change": ["keep", "swap"], "lead": ["play"], "follow": ["play", "gold", "end"]}[
            phase
        ]
        if words[0] not in allowed:
            bad("A5.2" if phase == "lead" and words[0] == "gold" else "A0.1", words[0] + " is not due")
        return act[0], words

    def own(seat, card):
        if where.get(card) != ("hand", seat):
            bad("A0.2", f"{card} is not in hand")

    for step in range(n):  # A3
        due = [(rnd["first"] + step) % n] if n == 4 else [s for s in range(3) if s not in bid_of]
        got = next_action("bid", due, [])
        if got is None:
            return broken(rnd, here)
        seat, words = got
        own(seat, words[1])
        where[words[1]] = ("bid", seat)
        bid_of[seat] = words[1]
        i += 1

    leader, ended, first_trick = rnd["first"], False, True
    while not ended and hand(leader):
        before = list(supply)
        paid = set()
        for step in range(n):  # A4
            seat = (leader + step) % n
            if sum(stock[seat]) == 0 or len(hand(seat)) == 0:
                continue
            got = next_action("change", [seat], [])
            if got is None:
                return broken(rnd, here)
            words = got[1]
            if words[0] == "swap":
                if words[1] not in gold_names or stock[seat][gold_names.index(words[1])] == 0:
                    bad("A0.2", f"gold {words[1]} is not in stock")
                if words[2] not in ["0", "1", "2", "3"][:n]:
                    bad("A4.3", "no such seat")
                target = int(words[2])
                if target != seat and not (n == 4 and (target - seat) % 4 == 2):
                    bad("A4.3", "not the own or a partner's bid")
                own(seat, words[3])
                g = gold_names.index(words[1])
                stock[seat][g] -= 1
                supply[g] += 1
                paid.add(g)
                where[bid_of[target]] = ("hand", seat)
                where[words[3]] = ("bid", target)
                bid_of[target] = words[3]
                seen["A4.3 swap own" if target == seat else "A4.3 swap partner"] += 1
                if first_trick:
                    seen["A4.1 swap before the first trick"] += 1
            i += 1
        first_trick = False
        trick = []  # (seat, kind, rank, metal)
        for step in range(n):  # A5
            seat = (leader + step) % n
            got = next_action("lead" if step == 0 else "follow", [seat], trick)
            if got is None:
                return broken(rnd, here)
            words = got[1]
            metals = [t[3] for t in trick if t[1] == "base"]
            if words[0] == "play":
                own(seat, words[1])
                if words[1][0] in metals:
                    bad("A5.4", "this metal is in the trick")
                where[words[1]] = ("gone",)
                trick.append((seat, "base", int(words[1][1:]), words[1][0]))
            elif words[0] == "gold":
                if words[1] not in gold_names or stock[seat][gold_names.index(words[1])] == 0:
                    bad("A0.2", f"gold {words[1]} is not in stock")
                stock[seat][gold_names.index(words[1])] -= 1
                trick.append((seat, "gold", gold_names.index(words[1]), ""))
            else:
                if [c for c in hand(seat) if c[0] not in metals]:
                    bad("A7.1", "end with a playable card")
                seen["A7.1 end " + ("with" if sum(stock[seat]) else "without") + " gold"] += 1
                seen["A7.1 end with an empty hand"] += not hand(seat)
                seen["A7.3 gold in the unfinished trick"] += any(t[1] == "gold" for t in trick)
                ended = True
            i += 1
            if ended:
                break
        if ended:
            break
        base = [t for t in trick if t[1] == "base"]  # A6
        gold = [t for t in trick if t[1] == "gold"]
        lowest = min(t[2] for t in base)
        taker = [t[0] for t in base if t[2] == lowest][-1]
        seen["A6.4 tie for the gold"] += [t[2] for t in base].count(lowest) > 1
        if lowest <= 8 and supply[lowest] > 0:
            supply[lowest] -= 1
            stock[taker][lowest] += 1
            seen["A4.2 paid gold won in this trick"] += lowest in paid
            seen["A4.2 paid gold won in this trick, was not in supply before"] += lowest in paid and before[lowest] == 0
        elif any(t[2] == lowest for t in gold):
            seen["A6.5 gold in the trick not won by it"] += 1
        best = gold or base
        top = max(t[2] for t in best)
        tricks[[t[0] for t in best if t[2] == top][-1]] += 1
        seen["A6.4 tie for the trick, " + ("gold" if gold else "base")] += [t[2] for t in best].count(top) > 1
        seen["A6.3 gold 0 wins"] += bool(gold) and top == 0
        for t in gold:
            supply[t[2]] += 1
        leader = taker
    if not ended:
        others = sum(len(hand(s)) for s in range(n))
        seen["A7.4 leader empty, others " + ("hold cards" if others else "empty too")] += 1
        seen["A7.4 leader empty, gold in some stock"] += any(sum(s) for s in stock)
    if i != len(acts):
        bad("A7.1" if ended else "A7.4", "action after the end of the round")

    teams = [(0, 2), (1, 3)] if n == 4 else [(0,), (1,), (2,)]  # A8
    bids = [max(int(bid_of[s][1:]) for s in t) for t in teams]
    won = [sum(tricks[s] for s in t) for t in teams]
    exact = [b == w for b, w in zip(bids, won, strict=False)]
    worth = {0: 0, 1: 1, 2: 1, 3: 1, 4: 2, 5: 2, 6: 2, 7: 3, 8: 3}
    points, highest = [], []
    for t, b, w in zip(teams, bids, won, strict=False):
        pts = 0 if w < b else b * 2 if w == b else b
        held = [g for g in range(9) for s in t for _ in range(stock[s][g])]
        points.append(pts + sum(worth[g] for g in held))
        highest.append(held[-1] if held else None)
    nuggets = [0 for t in teams]
    if "three-round-total" not in variants:
        best = [x for x in range(len(teams)) if points[x] == max(points)]
        decided = "A8.3"
        if len(best) >= 2:
            hit = [x for x in best if exact[x]]
            seen["A8.4 narrows three to two"] += len(best) == 3 and len(hit) == 2
            best = hit or best
            decided = "A8.4"
        if len(best) >= 2 and (n == 4 or edition != "ru"):
            ranks = [-1 if highest[x] is None else highest[x] for x in best]
            seen["A8.5 no gold loses to gold 0"] += max(ranks) == 0 and -1 in ranks
            best = [x for x, r in zip(best, ranks, strict=False) if r == max(ranks)]
            decided = "A8.5"
        if len(best) >= 2:
            decided = "A8.6"
        for x in best:
            nuggets[x] = 1
        seen["%s decides, %d players %s" % (decided, n, edition)] += 1
    need(type(rnd.get("result")) is dict, here + ": result")
    golds = [[gold_names[g] for g in range(9) for _ in range(stock[s][g])] for s in range(n)]
    for key, value, rule in (
        ("tricks", tricks, "A6.6"),
        ("bids", bids, "A3.2"),
        ("exact", exact, "A8.1"),
        ("gold", golds, "A8.2"),
        ("points", points, "A8.1"),
        ("nuggets", nuggets, "A8.3"),
    ):
        need(same(rnd["result"].get(key), value), f"{here}: result {rule} {key} should be {value}")
    return {"points": points, "nuggets": nuggets, "bids": bids}


def broken(rnd, here):
    """A match that was broken off inside this round has no result of the round."""
    need(rnd.get("result") is None, here + ": result of an unfinished round")
