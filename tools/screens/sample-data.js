/** Fills a stack for screenshots: conversations of people and agents, tools, a stopped reply, a dead letter. */
const { setTimeout: pause } = require('node:timers/promises');
const { AGENTS, ASSISTANT, HISTORY, LETTER, PEOPLE, REFUND, SESSION, TALK, TOUR } = require('./story.js');

const wire = () => require('@crumbtrail/contracts/wire-names').WIRE;
const HOUR_MS = 3_600_000;

/** Calls again until the result is truthy; throws after the time limit. */
async function until(look, what) {
  for (let tries = 0; tries < 300; tries += 1) {
    const found = await look();
    if (found) return found;
    await pause(100);
  }
  throw new Error(`Not reached within 30 s: ${what}.`);
}

async function person(operator, url, id) {
  const { Crumbtrail } = require('@crumbtrail/client');
  const { secret } = await operator.createKey({ participant: { kind: 'user', id }, role: 'writer' });
  return new Crumbtrail({ url, key: secret });
}

async function employ(operator) {
  const { breadcrumbs } = await operator.list({ schema: wire().agentDef });
  const { id, version, context } = breadcrumbs.find((crumb) => crumb.context.agent === 'assistant');
  await operator.change(id, version, { context: { ...context, ...ASSISTANT } });
  for (const definition of AGENTS) await operator.append({ schema_name: wire().agentDef, context: definition });
  await until(async () => {
    const { breadcrumbs: catalogs } = await operator.list({ schema: wire().toolCatalog });
    const there = catalogs.flatMap(({ context: { tools } }) => tools.filter(({ available }) => available));
    return ASSISTANT.tools.every((tool) => there.some(({ name }) => name === tool));
  }, 'the tools are available');
}

async function remember(operator) {
  const drafts = HISTORY.map(([id, hours, content]) => ({
    schema_name: wire().userMessage,
    session: SESSION,
    author: { kind: 'user', id },
    context: { content },
    occurred_at: new Date(Date.now() - hours * HOUR_MS).toISOString(),
  }));
  await operator.appendBatch(drafts, { imported: true });
  const { head } = await operator.status();
  await until(async () => {
    const { indexed, embedded } = await operator.status();
    return indexed >= head && embedded >= head;
  }, 'the earlier messages are indexed');
}

/** Estimates the billed tokens: a token of English has a little more than four characters. */
const billed = ({ messages, tools }, written) => ({
  prompt_tokens: Math.round(JSON.stringify([messages, tools]).length / 4.4),
  completion_tokens: Math.round(written.length / 4.4),
});

/** The scripted model: its answers by message and agent, with the delays of a real model. */
function rehearse(model) {
  model.otherwise(({ body }) => {
    const { messages = [] } = body;
    const [all, last] = [JSON.stringify(messages), messages.at(-1)];
    const scene = [...TALK, REFUND].findLast(({ says }) => all.includes(says.slice(0, 40)));
    if (!scene) return { say: 'I have no answer to that.' };
    if (messages[0]?.content.includes('weakest step'))
      return { say: scene.reviewer, delay_ms: 300, between_ms: 12, usage: billed(body, scene.reviewer) };
    if (scene.calls && last?.role !== 'tool')
      return { calls: scene.calls, delay_ms: 280, usage: billed(body, JSON.stringify(scene.calls)) };
    const between_ms = scene.stopped ? 120 : 9;
    return { say: scene.answer, delay_ms: 350, between_ms, usage: billed(body, scene.answer) };
  });
}

/** Stops a reply after some of its words were streamed. */
async function stop(who, message) {
  const { turns } = await until(async () => {
    const woken = await who.turnsOf(message.id);
    return woken.turns.length > 0 && woken;
  }, 'the reply to stop has begun');
  await pause(3_000);
  for (const { id } of turns) await who.stopTurn(id);
}

/** Sends one message and waits for its turns. Resolves to its trail. */
async function scene(who, { says, tags, stopped }) {
  const draft = {
    schema_name: wire().userMessage,
    session: SESSION,
    context: { content: says },
    ...(tags && { tags }),
  };
  const message = await who.append(draft);
  if (stopped) await stop(who, message);
  await until(async () => {
    const { decided, turns } = await who.turnsOf(message.id);
    return decided && turns.length > 0 && turns.every(({ state }) => state === 'closed');
  }, `“${says}” is answered`);
  return message.id;
}

/** A message that no service could process, in its own session. */
async function letter(operator, who) {
  const { session, says, tags } = LETTER;
  const members = [{ kind: 'agent', id: 'translator' }];
  await operator.append({ schema_name: wire().session, context: { name: session, members } });
  await who.append({ schema_name: wire().userMessage, session, context: { content: says }, tags });
  await until(async () => (await operator.deadLetters()).length > 0, 'there is a dead letter');
}

/** A call of a tool that waits for a person, in its own session. */
async function refund(operator, who) {
  const { session, says } = REFUND;
  const members = [{ kind: 'agent', id: 'cashier' }];
  await operator.append({ schema_name: wire().session, context: { name: session, title: 'Refunds', members } });
  await who.append({ schema_name: wire().userMessage, session, context: { content: says } });
  await until(async () => (await operator.approvals.list({ status: 'waiting' })).approvals.length > 0, 'a call waits');
}

/** What a guest says, until an agent remembers it. */
async function tour(operator, who) {
  const { session, says } = TOUR;
  const members = [{ kind: 'agent', id: 'guide' }];
  await operator.append({ schema_name: wire().session, context: { name: session, title: 'City tour', members } });
  for (const content of says) {
    const { id } = await who.append({ schema_name: wire().userMessage, session, context: { content } });
    await until(async () => {
      const { decided, turns } = await who.turnsOf(id);
      return decided && turns.every(({ state }) => state === 'closed');
    }, `“${content}” is answered`);
  }
  await until(async () => {
    const { memories } = await operator.request('GET /v1/memory', { query: {} });
    return memories.some(({ facts }) => facts.length > 1);
  }, 'the guide remembers');
}

/** The trail's contexts, oldest first. */
async function contextsOf(operator, trail) {
  const { nodes } = await operator.trail(trail);
  return nodes.filter(({ schema_name }) => schema_name === wire().agentContext).map(({ id }) => id);
}

/** Fills a stack; resolves to the ids that the views need. */
async function createSampleData({ api, key, model }) {
  const { Crumbtrail } = require('@crumbtrail/client');
  const operator = new Crumbtrail({ url: api.url, key });
  const people = new Map();
  for (const id of PEOPLE) people.set(id, await person(operator, api.url, id));
  await employ(operator);
  await remember(operator);
  rehearse(model);
  const trails = [];
  for (const one of TALK) trails.push(await scene(people.get(one.who), one));
  await letter(operator, people.get(LETTER.who));
  await refund(operator, people.get(REFUND.who));
  await tour(operator, people.get(TOUR.who));
  const [trail, second, reviewed] = trails;
  const [[context], [later]] = [await contextsOf(operator, trail), await contextsOf(operator, second)];
  const { items } = await operator.contexts.explain(context);
  const kept = items.filter(({ decision }) => decision === 'kept').map(({ id }) => id);
  await operator.evals.pin(context, kept, 'checkout');
  const quoted = items.find(({ text = '' }) => text.includes('connection pool'));
  return { session: SESSION, agent: 'assistant', trail, reviewed, context, later, quoted: quoted?.id };
}

module.exports = { createSampleData };
