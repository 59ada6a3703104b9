/** The demo's conversation with the assistant's replies ten times as long: each said sentence stands among others. */

/** What an assistant says around an answer; no word of the demo's questions. */
const AROUND = [
  'Thank you for asking, it is worth a moment.',
  'There are several ways to look at this, and I will go through them one after the other.',
  'First of all it helps to know how the parts work together.',
  'Each part has one task, and it tells the others when it has finished.',
  'That makes it easy to see what happened, even a long time afterwards.',
  'Most people never have to think about this.',
  'If something looks odd, wait a little and look again.',
  'You can try it out without any risk, because nothing is lost.',
  'The details depend on the machine and on how much is going on.',
  'I would begin with the simplest case and then add the rest step by step.',
  'It is a good habit to write down what was changed and why.',
  'Of course there are exceptions, but they are rare.',
  'Let me know whether that is what you had in mind.',
];
const TIMES = 10;

/** The text somewhere among other sentences, about ten times as long; `nth` decides where. */
function lengthen(text, nth) {
  const sentences = [];
  for (let length = 0; length < (TIMES - 1) * text.length; length += sentences.at(-1).length)
    sentences.push(AROUND[(nth + sentences.length) % AROUND.length]);
  sentences.splice((nth * 7) % (sentences.length + 1), 0, text);
  return sentences.join(' ');
}

/** Drafts whose replies are ten times as long. */
const withLongReplies = (drafts) =>
  drafts.map((draft, nth) =>
    draft.schema_name === 'agent.response.v1'
      ? { ...draft, context: { ...draft.context, content: lengthen(draft.context.content, nth) } }
      : draft,
  );

module.exports = { lengthen, withLongReplies };
