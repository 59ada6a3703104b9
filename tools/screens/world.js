/** What there is to see: people and agents that talked, a reply that was stopped, one that failed. */
const wire = () => require('@crumbtrail/contracts/wire-names').WIRE;

async function person(operator, url, id) {
  const { Crumbtrail } = require('@crumbtrail/client');
  const { secret } = await operator.createKey({ participant: { kind: 'user', id }, role: 'writer' });
  return new Crumbtrail({ url, key: secret });
}

/** Says something and waits until it is answered. */
async function said(who, session, words, { model, answer }) {
  if (answer !== undefined) model.next(typeof answer === 'string' ? { say: answer } : answer);
  return who.say(session, words, { wait_ms: 30_000 });
}

/** One reply that is stopped while it is written. */
async function stopped(who, session, { model }) {
  model.next({ say: 'It began with a fisherman who never counted his boats, and', pieces: 11, between_ms: 700 });
  const { message } = await who.say(session, 'tell me how the harbour came to be');
  for (;;) {
    const { turns } = await who.turnsOf(message.id);
    if (turns.length > 0 && model.calls.length > 0) break;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  await new Promise((resolve) => setTimeout(resolve, 3_000));
  const { turns } = await who.turnsOf(message.id);
  for (const { id } of turns) await who.stopTurn(id);
}

/** Fills a stack; resolves to the ids that views are opened with. */
async function makeWorld({ api, key, model }) {
  const { Crumbtrail } = require('@crumbtrail/client');
  const operator = new Crumbtrail({ url: api.url, key });
  const [ada, grace] = await Promise.all(['ada', 'grace'].map((id) => person(operator, api.url, id)));
  await said(ada, 'harbour', 'when does the harbour open?', { model, answer: 'At nine, except on Sundays.' });
  await said(grace, 'harbour', 'and on Sundays?', { model, answer: 'On Sundays it opens at eleven; the ferry waits.' });
  const answered = await said(ada, 'harbour', 'so which ferry should I take on Sunday to be there by noon?', {
    ...{ model, answer: 'The one at a quarter past eleven: it is the first after the harbour opens.' },
  });
  await stopped(grace, 'harbour', { model });
  const { nodes } = await operator.trail(answered.trail_id);
  const context = nodes.find(({ schema_name }) => schema_name === wire().agentContext);
  return { session: 'harbour', trail: answered.trail_id, context: context?.id, agent: 'assistant' };
}

module.exports = { makeWorld };
