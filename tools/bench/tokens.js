/** Compares the tokens of a prompt's history as people usually send it with those of a context. */
const { parseArgs } = require('node:util');
const { countTokens } = require('@crumbtrail/hints');
/* eslint-disable @nx/enforce-module-boundaries -- the demo's conversation and its judge, and the error class that is printed without a stack */
const { complaintsOf } = require('../demo/check-context.js');
const {
  AGENT,
  SESSION,
  SOURCES,
  SECTIONS,
  baselines,
  drafts,
  seed,
  systemTools,
  textOf,
} = require('../demo/conversation.js');
const { ActionableError } = require('../setup/terminal/output.js');
/* eslint-enable @nx/enforce-module-boundaries */
const { withLongReplies } = require('./long-replies.js');
const { mean } = require('./statistics.js');
const { importAll, untilIndexed, withSystem } = require('./system.js');
const { table } = require('./table.js');

const USE = 'npm run bench -- tokens [--url <address> --key <operator key>] [--json]';
const SHAPE = { url: { type: 'string' }, key: { type: 'string' }, json: { type: 'boolean', default: false } };
const HISTORY = ['relevant', 'recent'];

const count = (text) => countTokens(text, 'o200k_base');
const sum = (values) => values.reduce((all, one) => all + one, 0);

/** The text of both conversation sections, headings included. */
function figuresOf(question, { tokens, budget, formatted_context }, tools) {
  const history = sum(HISTORY.map((section) => tokens.by_section[section] ?? 0));
  const said = seed.messages.map(({ role, content }) => ({ role, content }));
  const judged = { history: said, tools };
  return {
    question: question.content,
    history,
    catalogue: tokens.by_section.tools ?? 0,
    message: tokens.by_section.message ?? 0,
    context: tokens.total,
    system_prompt: budget.system_prompt,
    whole: tokens.total + budget.system_prompt,
    complaints: complaintsOf(formatted_context, question, judged),
    whole_before: promptsOf(question, budget.system_prompt, tools),
  };
}

/** The prompt as in seed 003: the same catalog and the history as pretty-printed JSON, or the history as plain text. */
function promptsOf(question, systemPrompt, tools) {
  const { json, plain } = baselines();
  const shown = tools.map(({ name, description, input, output }) => ({ name, description, input, output }));
  const catalog = JSON.stringify([{ type: 'tool_catalog', tools: shown }], null, 2);
  const whole = (history) =>
    systemPrompt + count(`Context:\n${catalog}\n${history}\n\nUser message: ${question.content}`);
  return { dump: whole(json), plain: whole(plain) };
}

function figures(ours) {
  const { json, plain } = baselines();
  const dump = count(json);
  const history = mean(ours.map((one) => one.history));
  return {
    bench: 'tokens',
    dump,
    plain: count(plain),
    ours: history,
    saving_percent: Number((100 * (1 - history / dump)).toFixed(1)),
    complete: ours.every(({ complaints }) => complaints.length === 0),
    questions: ours.map((one) => {
      const saving = Number((100 * (1 - one.history / dump)).toFixed(1));
      return { ...one, saving_percent: saving };
    }),
  };
}

/** The history of the conversation whose replies are ten times as long, with texts whole and with excerpts. */
async function longFigures(api) {
  const session = `${SESSION}-long`;
  await importAll(api, withLongReplies(drafts(session)));
  await untilIndexed(api);
  const figuresWith = async ({ content, needed }, excerpts) => {
    const config = { sources: SOURCES, ...excerpts };
    const { tokens, formatted_context } = await api.preview({ agent: AGENT, session, content, config });
    const found = needed.filter((id) => formatted_context.includes(textOf(id))).length;
    return { history: sum(HISTORY.map((section) => tokens.by_section[section] ?? 0)), found, needed: needed.length };
  };
  const rows = [];
  for (const asked of seed.questions) {
    const whole = await figuresWith(asked, { excerpts: { passages: 0 } });
    rows.push({ question: asked.content, whole, excerpts: await figuresWith(asked, {}) });
  }
  return rows;
}

const longReport = (rows) =>
  table([
    ['replies ten times as long: history, tokens', 'whole', 'needed and there', 'excerpts', 'needed and there'],
    ...rows.map(({ question, whole, excerpts }) => [
      `"${question}"`,
      whole.history,
      `${whole.found} of ${whole.needed}`,
      excerpts.history,
      `${excerpts.found} of ${excerpts.needed}`,
    ]),
  ]);

function reportOf({ dump, plain, ours, saving_percent, questions }) {
  const rows = [
    ['history part, tokens', 'JSON dump, last 20', 'plain text, last 20', 'ours', 'smaller than the dump'],
    ...questions.map((one) => [`"${one.question}"`, dump, plain, one.history, `${one.saving_percent} %`]),
    ['mean', dump, plain, ours, `${saving_percent} %`],
  ];
  const parts = [
    ['the rest of the prompt, tokens', 'system prompt', 'catalogue', 'message', 'context', 'whole', 'whole as JSON'],
    ...questions.map((one) => {
      const { question, system_prompt, catalogue, message, context, whole, whole_before } = one;
      return [`"${question}"`, system_prompt, catalogue, message, context, whole, whole_before.dump];
    }),
  ];
  const verdicts = questions.map(({ question, complaints }) =>
    complaints.length ? `"${question}": ${complaints.join('; ')}` : `"${question}": everything it needs is present`,
  );
  return [table(rows), '', table(parts), '', ...verdicts].join('\n');
}

async function measure(api, { json }) {
  const tools = await systemTools(api);
  await importAll(api, drafts());
  await untilIndexed(api);
  const ours = [];
  for (const question of seed.questions) {
    const config = { sources: SOURCES, sections: SECTIONS };
    const reply = await api.preview({ agent: AGENT, session: SESSION, content: question.content, config });
    ours.push(figuresOf(question, reply, tools));
  }
  const measured = { ...figures(ours), long_replies: await longFigures(api) };
  console.log(json ? JSON.stringify(measured) : `${reportOf(measured)}\n\n${longReport(measured.long_replies)}`);
  if (!measured.complete) process.exitCode = 1;
}

/** Measures the conversation of the demo; exits 1 when a context lacks what its question needs. */
async function tokens({ server, options }) {
  const { values } = parseArgs({ args: options, options: SHAPE });
  if (values.url && !values.key) throw new ActionableError(`An address needs a key: ${USE}`);
  return withSystem({ ...values, server }, (api) => measure(api, values));
}

module.exports = tokens;
