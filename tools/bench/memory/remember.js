/** A conversation through the tiers of a memory, as the memory-keeper takes it without a model: window, short-term memory, sections. */
const { extractFacts, mergeFacts, chooseSection, splitOldest } = require('@crumbtrail/memory');
const { idOf, turnsOf } = require('../conversation.js');
const { loadBuilt } = require('../fit/built-code.js');

const { limitFacts } = loadBuilt('memory-keeper', 'facts/limit-facts.js');

/** The settings of a memory that its definition does not name. */
const WINDOW = 10;
const SHORT_LIMIT = 10;
const RATIO = 0.8;
/** The speaker that stands for the model in conversations with one; all others are people. */
const MODEL = 'Assistant';

/** The turns of a conversation as messages; `nth` is its number in its data set. */
function messagesOf(sample, nth) {
  return turnsOf(sample).map(({ draft }, turn) => ({
    id: idOf(nth, turn),
    version: 1,
    position: turn + 1,
    author: { kind: draft.author.id === MODEL ? 'agent' : 'user', id: draft.author.id },
    text: draft.context.content,
    at: draft.occurred_at,
    session: draft.session,
  }));
}

/** Adds facts to their sections. */
function store(sections, facts) {
  const known = [...sections].map(([section, held]) => ({ section, facts: held }));
  const bySection = new Map();
  for (const fact of facts) {
    const section = chooseSection(fact, known);
    bySection.set(section, [...(bySection.get(section) ?? []), fact]);
  }
  for (const [section, some] of bySection)
    sections.set(section, limitFacts(mergeFacts(sections.get(section) ?? [], some)));
}

/** What a memory holds after the messages: facts of the short term, sections, and the messages of the window. */
function remember(messages) {
  const sections = new Map();
  let [window, short] = [[], []];
  for (const message of messages) {
    window.push(message);
    const left = splitOldest(window, WINDOW, RATIO);
    if (left === undefined) continue;
    window = left.rest;
    short = mergeFacts(short, extractFacts(left.oldest));
    const gone = splitOldest(short, SHORT_LIMIT, RATIO);
    if (gone === undefined) continue;
    short = gone.rest;
    store(sections, gone.oldest);
  }
  return { window, short, sections };
}

/** The facts of a memory that no later fact replaced, in the order in which they were said. */
function currentFacts({ short, sections }) {
  const all = [...[...sections.values()].flat(), ...short];
  return all
    .filter((fact) => fact.superseded_by === undefined)
    .sort((a, b) => (a.at < b.at ? -1 : Number(a.at > b.at)));
}

module.exports = { MODEL, currentFacts, messagesOf, remember };
