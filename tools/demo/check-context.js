/** Checks the contexts of the demo's questions; returns the violations as sentences. */
const { lastTwoExchanges, seed, textOf } = require('./conversation.js');

const TIME = /\d{4}-\d\d-\d\dT|\b\d{1,2}:\d\d(?::\d\d)?\b/;
const OUR_JSON = /"(?:role|content|schema_name|context|timestamp|author)"\s*:/;

function missing(context, question) {
  return question.needed
    .map(textOf)
    .filter((text) => !context.includes(text))
    .map((text) => `lacks "${text}"`);
}

function outOfOrder(context, exchanges) {
  let from = 0;
  for (const { content } of exchanges) {
    const at = context.indexOf(firstLine(content), from);
    if (at < 0)
      return [`does not hold the last two exchanges in order: "${firstLine(content)}" is missing or too early`];
    from = at + 1;
  }
  return [];
}

const firstLine = (text) => text.split('\n')[0];
const said = (line) => line.replace(/^[^:]{1,40}: /, '');

/** Filler is allowed only in the last two exchanges. */
function filler(context, exchanges) {
  const allowed = new Set(exchanges.map(({ content }) => content));
  const lines = context.split('\n').map(said);
  return seed.filler
    .map(textOf)
    .filter((text) => !allowed.has(text) && lines.includes(text))
    .map((text) => `holds the filler "${text}"`);
}

function question(context, { content }) {
  const times = context
    .split('\n')
    .map(said)
    .filter((line) => line === content).length;
  const complaints = times === 1 ? [] : [`holds the current message ${times} times`];
  if (!context.trimEnd().endsWith(content)) complaints.push('does not end with the current message');
  return complaints;
}

/** Each tool stands on a line of its own, with its arguments and its result. */
function missingTools(context, tools) {
  const lines = context.split('\n').map((line) => line.trim());
  const lineOf = ({ name, input, output, description }) =>
    `${name}${input ? `(${input})` : ''}${output ? ` → ${output}` : ''}: ${description}`;
  return tools.filter((tool) => !lines.includes(lineOf(tool))).map(({ name }) => `does not show the tool ${name}`);
}

/**
 * The violations of a context; empty when there are none. `history`: the earlier messages, as {role, content}; `tools`: those of the
 * system's catalog.
 */
function complaintsOf(context, asked, { history, tools }) {
  const exchanges = lastTwoExchanges(history);
  return [
    ...missingTools(context, tools),
    ...missing(context, asked),
    ...outOfOrder(context, exchanges),
    ...filler(context, exchanges),
    ...question(context, asked),
    ...(TIME.test(context) ? ['holds a timestamp'] : []),
    ...(OUR_JSON.test(context) ? ['holds JSON in our format'] : []),
  ];
}

module.exports = { complaintsOf };
