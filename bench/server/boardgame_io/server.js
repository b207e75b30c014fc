// boardgame.io's server with its own FlatFile storage, and a trick game of the shape of ours for four:
// fifty cards in five metals, twelve to each hand, a card bid face up, then tricks in which no metal may come twice.
// Run by `bench/server_speed.py --peer boardgame.io`: node server.js FOLDER PORT LOBBY_PORT
'use strict';
const { Server, FlatFile, Origins } = require('boardgame.io/server');

const PLAYERS = 4, HAND = 12, METALS = ['B', 'C', 'P', 'S', 'Z'];
const rank = (card) => Number(card.slice(1));
const deck = () => METALS.flatMap((metal) => Array.from({ length: 10 }, (_, index) => `${metal}${index + 1}`));

function deal(random) {
  const cards = random.Shuffle(deck());
  const hands = {};
  for (let seat = 0; seat < PLAYERS; seat++) hands[seat] = cards.slice(seat * HAND, (seat + 1) * HAND).sort();
  return { hands, bids: Array(PLAYERS).fill(null), taken: Array(PLAYERS).fill(0), trick: [], leader: 0 };
}

function legal(G, seat) {
  const hand = G.hands[seat];
  if (G.bids[seat] === null) return hand;
  const metals = new Set(G.trick.map((card) => card[0]));
  const fitting = hand.filter((card) => !metals.has(card[0]));
  return fitting.length ? fitting : hand;
}

function lay({ G, playerID, events, random }, card) {
  const seat = Number(playerID);
  if (!legal(G, seat).includes(card)) return 'INVALID_MOVE';
  G.hands[seat] = G.hands[seat].filter((held) => held !== card);
  if (G.bids[seat] === null) {
    G.bids[seat] = card;
    events.endTurn({ next: String((seat + 1) % PLAYERS) });
    return;
  }
  G.trick.push(card);
  if (G.trick.length < PLAYERS) {
    events.endTurn({ next: String((seat + 1) % PLAYERS) });
    return;
  }
  const best = G.trick.reduce((top, laid, index) => (rank(laid) > rank(G.trick[top]) ? index : top), 0);
  const winner = (G.leader + best) % PLAYERS;
  G.taken[winner] += 1;
  G.leader = winner;
  G.trick = [];
  if (Object.values(G.hands).every((hand) => hand.length === 0)) {
    G.scores = G.scores.map((score, index) => score + G.taken[index]);
    Object.assign(G, deal(random));
    events.endTurn({ next: '0' });
    return;
  }
  events.endTurn({ next: String(winner) });
}

const trick = {
  name: 'trick',
  minPlayers: PLAYERS,
  maxPlayers: PLAYERS,
  setup: ({ random }) => ({ ...deal(random), scores: Array(PLAYERS).fill(0) }),
  moves: { lay: { move: lay, client: false } },
  turn: { order: { first: () => 0, next: ({ ctx }) => (ctx.playOrderPos + 1) % PLAYERS } },
  playerView: ({ G, playerID }) => {
    const { hands, ...open } = G;
    return { ...open, hand: hands[playerID], legal: playerID ? legal(G, Number(playerID)) : [] };
  },
};

const server = Server({ games: [trick], db: new FlatFile({ dir: process.argv[2] }), origins: [Origins.LOCALHOST] });
const [port, apiPort] = process.argv.slice(3).map(Number);
server.run({ port, lobbyConfig: { apiPort } }, () => process.stdout.write('ready\n'));
