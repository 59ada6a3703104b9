/** Creates duplicates and rewordings of turns, to measure their effect. */
const { dice } = require('./statistics.js');

const SHARE = 1 / 3;
/** The largest distance in turns between a turn and its duplicate. */
const FARTHEST = 40;
/** The number of last turns that get no duplicates, because contexts always keep the last turns. */
const END = 8;
const OPENINGS = ['Well, ', 'Oh, ', 'So, ', 'Hey, ', 'Really, '];
const CONTRACTIONS = [
  [/\bI'm\b/g, 'I am'],
  [/\bI've\b/g, 'I have'],
  [/\bit's\b/g, 'it is'],
  [/\bIt's\b/g, 'It is'],
  [/\bthat's\b/g, 'that is'],
  [/\bThat's\b/g, 'That is'],
  [/\bwe're\b/g, 'we are'],
  [/\byou're\b/g, 'you are'],
];

/** Rewords a text: changes only its opening, contractions and final punctuation. */
function reworded(text, roll) {
  const spelt = CONTRACTIONS.reduce((at, [short, long]) => at.replace(short, long), text);
  const opening = OPENINGS[Math.floor(roll() * OPENINGS.length)];
  return `${opening}${spelt.charAt(0)}${spelt.slice(1)}`.replace(/!+$/, '.').replace(/\s+/g, ' ');
}

/**
 * Repeats a third of the turns some turns later, by the same speaker, half of them word for word and half reworded. Returns drafts in
 * order; `of` names the turn of a draft, which a turn and its duplicates share.
 */
function withDuplicates(drafts, seed = 7) {
  const roll = dice(seed);
  const placed = drafts.map((draft, at) => ({ draft, of: at, order: at }));
  drafts.forEach((draft, at) => {
    const room = drafts.length - END - at;
    if (roll() >= SHARE || room <= 0) return;
    const content = roll() < 0.5 ? draft.context.content : reworded(draft.context.content, roll);
    const order = at + Math.floor(roll() * Math.min(FARTHEST, room)) + 0.5;
    const occurred_at = drafts[Math.floor(order)].occurred_at;
    placed.push({ draft: { ...draft, occurred_at, context: { ...draft.context, content } }, of: at, order });
  });
  return placed.sort((a, b) => a.order - b.order || a.of - b.of);
}

module.exports = { reworded, withDuplicates };
