/** Repeats and rewordings of turns, for measuring what they cost. */
const { dice } = require('./statistics.js');

const SHARE = 1 / 3;
/** A repeat comes at most so many turns after what it repeats … */
const FARTHEST = 40;
/** … and before the last ones, which are always kept, whatever they say. */
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

/** A rewording: only an opening, contractions and the final punctuation change. */
function reworded(text, roll) {
  const spelt = CONTRACTIONS.reduce((at, [short, long]) => at.replace(short, long), text);
  const opening = OPENINGS[Math.floor(roll() * OPENINGS.length)];
  return `${opening}${spelt.charAt(0)}${spelt.slice(1)}`.replace(/!+$/, '.').replace(/\s+/g, ' ');
}

/**
 * A third of the turns said once more by the same person some turns later, half of them word for word, half reworded. Gives
 * drafts in order; `of` names the turn that a draft says, so that a turn and its repeats share it.
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
