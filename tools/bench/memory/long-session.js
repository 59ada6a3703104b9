/** The size of a memory, and the time that keeping it takes, in a long session of one person who changes and repeats facts. */
const { countTokens } = require('@crumbtrail/hints');
const { dice } = require('../statistics.js');
const { remember } = require('./remember.js');

const CITIES = ['Oslo', 'Porto', 'Ghent', 'Lyon', 'Graz', 'Turin'];
const THINGS = ['bicycle', 'kettle', 'lamp', 'sofa', 'guitar', 'tent', 'camera', 'drill'];
const TEMPLATES = [
  (pick) => `I moved to ${pick(CITIES)} yesterday.`,
  (pick, n) => `I bought a ${pick(THINGS)} for ${10 + (n % 90)} euros.`,
  (pick, n) => `My budget is ${100 * (1 + (n % 40))} euros.`,
  (pick) => `I sold my ${pick(THINGS)} to Bob.`,
  () => 'How are you today?',
  () => 'Thanks, that sounds great!',
  (pick, n) => `The release ${n} is planned for ${pick(CITIES)}.`,
  (pick) => `I love my ${pick(THINGS)}.`,
];
const MINUTE_MS = 60_000;
const START = Date.UTC(2024, 0, 1);

/** Turns of a session, the same in every run. */
function inventTurns(count) {
  const roll = dice(7);
  const pick = (list) => list[Math.floor(roll() * list.length)];
  return Array.from({ length: count }, (_, n) => ({
    id: `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`,
    version: 1,
    position: n + 1,
    author: { kind: 'user', id: 'ann', name: 'Ann' },
    text: pick(TEMPLATES)(pick, n),
    at: new Date(START + n * MINUTE_MS).toISOString(),
    session: 'long',
  }));
}

const textOf = ({ short, sections }) => [...short, ...[...sections.values()].flat()].map(({ text }) => text).join('\n');

/** Sizes of the memory after a number of turns, and the milliseconds that keeping it took for each turn. */
function measureSession(count) {
  const turns = inventTurns(count);
  const from = performance.now();
  const memory = remember(turns);
  const milliseconds = performance.now() - from;
  const sections = [...memory.sections.values()];
  return {
    turns: count,
    sections: sections.length,
    facts: memory.short.length + sections.flat().length,
    largest_section: Math.max(0, ...sections.map(({ length }) => length)),
    tokens: countTokens(textOf(memory), 'o200k_base'),
    said_tokens: countTokens(turns.map(({ text }) => text).join('\n'), 'o200k_base'),
    milliseconds_a_turn: milliseconds / count,
  };
}

module.exports = { inventTurns, measureSession };
