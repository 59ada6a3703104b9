/** An agent of another program for the demo of a mesh: it speaks the agent protocol of NATS over the plain client, and knows nothing of Crumbtrail. */
const { connect, createInbox } = require('nats');

const ADDRESS = { agent: 'demo-host', owner: 'otto', name: 'roofer' };
const QUESTION = 'May I climb the roof?';

const subject = (verb) => `agents.${verb}.${ADDRESS.agent}.${ADDRESS.owner}.${ADDRESS.name}`;

/** The first reply to a question to whoever prompts. */
function ask(connection, send) {
  const reply_subject = createInbox();
  return new Promise((resolve) => {
    connection.subscribe(reply_subject, { max: 1, callback: (_, message) => resolve(message.string()) });
    send({ type: 'query', data: { id: 'climb', reply_subject, prompt: QUESTION } });
  });
}

/** Answers one prompt on its stream. */
async function answer(connection, message) {
  const send = (chunk) => message.respond(JSON.stringify(chunk));
  send({ type: 'status', data: 'ack' });
  send({ type: 'response', data: 'I have seen it. ' });
  const reply = await ask(connection, send);
  const said = reply.startsWith('deny') ? 'Without climbing it I cannot say.' : 'It is the third tile: 900 euros.';
  send({ type: 'response', data: said });
  message.respond('');
}

/** Starts the agent; `prompts` are those that have arrived. */
async function startHost({ servers, pass }) {
  const connection = await connect({ servers, user: 'agents', pass });
  const prompts = [];
  const metadata = { agent: ADDRESS.agent, owner: ADDRESS.owner, protocol_version: '0.3' };
  const service = await connection.services.add({ name: 'agents', version: '1.0.0', queue: 'agents', metadata });
  const beat = () =>
    JSON.stringify({ ...metadata, instance_id: service.info().id, ts: new Date().toISOString(), interval_s: 30 });
  service.addEndpoint('prompt', {
    subject: subject('prompt'),
    queue: 'agents',
    metadata: { max_payload: '512KB', attachments_ok: 'false' },
    handler: (_, message) => {
      prompts.push(message.json().prompt);
      void answer(connection, message);
    },
  });
  service.addEndpoint('status', {
    subject: subject('status'),
    queue: 'agents',
    handler: (_, message) => void message.respond(beat()),
  });
  connection.publish(subject('hb'), beat());
  await connection.flush();
  return { prompts, stop: () => connection.close() };
}

module.exports = { ADDRESS, QUESTION, startHost };
