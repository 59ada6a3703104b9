/** Compares activating lore entries with looking for each key in the joined text, which is the least that any search does. */
const { parseArgs } = require('node:util');
const { activate, compileLore } = require('@crumbtrail/lore');
const { table } = require('./table.js');

const SHAPE = {
  entries: { type: 'string', default: '2000' },
  messages: { type: 'string', default: '100' },
  rounds: { type: 'string', default: '60' },
  json: { type: 'boolean', default: false },
};
const KEYS = 3;
const WORDS_OF_MESSAGE = 60;
const NOTE = "SillyTavern's own scan is not measured: it is part of a page in a browser and cannot be loaded in Node.";

/** Numbers in [0, 1) that are the same in every run (mulberry32). */
function seeded(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** One key in twelve is a word that may be said, and one in five is a phrase of two: most of a lorebook is not mentioned at a time. */
function scene(entryCount, messageCount) {
  const draw = seeded(7);
  const letter = () => String.fromCharCode(97 + Math.floor(draw() * 26));
  const word = () => Array.from({ length: 3 + Math.floor(draw() * 8) }, letter).join('');
  const vocabulary = Array.from({ length: 8_000 }, word);
  const known = () => vocabulary[Math.floor(draw() ** 3 * vocabulary.length)];
  const key = () => (draw() < 0.2 ? `${known()} ${known()}` : draw() < 0.1 ? known() : word());
  const entries = Array.from({ length: entryCount }, (_, index) => ({
    book: 'book',
    id: `e${index}`,
    keys: Array.from({ length: KEYS }, key),
    content: `${word()} ${word()} ${word()}`,
    order: Math.floor(draw() * 200),
    ...(draw() < 0.1 && { groups: [`g${Math.floor(draw() * 20)}`] }),
  }));
  const messages = Array.from({ length: messageCount }, (_, index) => ({
    id: `m${index}`,
    name: index % 2 ? 'Ann' : 'Lola',
    role: index % 2 ? 'user' : 'agent',
    text: Array.from({ length: WORDS_OF_MESSAGE }, known).join(' '),
  }));
  return { entries, messages };
}

/** Median of the milliseconds of each, in turns, so that both meet the same machine. */
function measure(rounds, works) {
  const times = works.map(() => []);
  for (let round = 0; round < rounds; round += 1) {
    works.forEach((work, index) => {
      const start = performance.now();
      work();
      times[index].push(performance.now() - start);
    });
  }
  return times.map((all) => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)]);
}

function figuresOf(values) {
  const [entryCount, messageCount, rounds] = [values.entries, values.messages, values.rounds].map(Number);
  const { entries, messages } = scene(entryCount, messageCount);
  const started = performance.now();
  const lore = compileLore([{ book: { name: 'book' }, entries, stratum: 'session' }]);
  const compile = performance.now() - started;
  const input = {
    messages,
    agent: { id: 'lola' },
    contextTokens: 32_000,
    seed: { session: 's', turn: 't' },
    settings: { scan_depth: messageCount },
    countTokens: (text) => Math.ceil(text.length / 4),
  };
  const keys = entries.flatMap((entry) => entry.keys);
  let found = 0;
  const floor = () => {
    const text = messages.map(({ name, text: said }) => `${name}: ${said}`).join('\n');
    found = keys.filter((key) => text.includes(key)).length;
  };
  const [ours, least] = measure(rounds, [() => activate(lore, input), floor]);
  const active = activate(lore, input).verdicts.filter(({ verdict }) => verdict === 'active').length;
  return {
    bench: 'lore',
    entries: entryCount,
    keys: keys.length,
    messages: messageCount,
    compile,
    ours,
    floor: least,
    ratio: ours / least,
    active,
    found,
    note: NOTE,
  };
}

function reportOf({ entries, keys, messages, compile, ours, floor, ratio, active, found, note }) {
  const ms = (value) => `${value.toFixed(2)} ms`;
  return [
    table([
      [`${entries} entries with ${keys} keys, ${messages} messages`, 'median'],
      ['compiled once, until a book changes', ms(compile)],
      [`activate: all verdicts, ${active} active`, ms(ours)],
      [`floor: one String.includes for each key, ${found} found`, ms(floor)],
      ['activate / floor', ratio.toFixed(2)],
    ]),
    '',
    note,
  ].join('\n');
}

/** Prints the figures. */
async function lore({ options }) {
  const { values } = parseArgs({ args: options, options: SHAPE });
  const figures = figuresOf(values);
  console.log(values.json ? JSON.stringify(figures) : reportOf(figures));
}

module.exports = lore;
