/* eslint-disable @nx/enforce-module-boundaries -- runs before anything is installed, when no npm scope resolves yet */
// npm run demo: imports an hour of chat, sends two questions through the public API, and prints what each caused; or, with --agent
// researcher, a question that an agent answers with tools.
'use strict';

require('../setup/install/node-version.js').requireNode();
const { rmSync, mkdtempSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { join } = require('node:path');
const { setTimeout: pause } = require('node:timers/promises');
const { parseArgs } = require('node:util');
const { prepare } = require('../setup/install/prepare.js');
const { ActionableError, runMain, printStep } = require('../setup/terminal/output.js');

const USE =
  'npm run demo, npm run demo -- --scene group, npm run demo -- --scene day, npm run demo -- --scene mesh, or npm run demo -- --agent researcher [--data <file>] [--question "<text>"]';
const OPTIONS = {
  scene: { type: 'string' },
  agent: { type: 'string' },
  data: { type: 'string' },
  question: { type: 'string' },
};

async function load(api, session, { drafts }) {
  const history = await api.appendBatch(drafts(session), { imported: true });
  const { head } = await api.status();
  while ((await api.status()).indexed < head) await pause(50); // A question before that would be answered without search.
  printStep(`imported ${history.length} messages of one hour as history; no agent woke for them`);
}

/** Sends the message as the person, waits for the answer, and fetches the context and the trail, which only an operator may read. */
async function ask({ person, api }, session, asked) {
  const from = Date.now();
  const answered = await person.say(session, asked.content, { wait_ms: 20_000 });
  const [response] = answered.responses ?? [];
  if (response?.context.action !== 'speak')
    throw new Error(`"${asked.content}" got no answer: ${JSON.stringify(response?.context ?? 'none in 20 s')}`);
  const ms = Date.now() - from;
  const tree = await api.trail(answered.trail_id);
  const context = tree.nodes.find((node) => node.schema_name === 'agent.context.v1');
  return { asked, ms, tree, reply: response.context.content, explanation: await api.explain(context.id) };
}

/** Sends each question right after the imported hour, in a session of its own. */
async function talk({ person, api }) {
  const conversation = require('./conversation.js');
  const { complaintsOf } = require('./check-context.js');
  const { printTurn } = require('./print.js');
  const history = conversation.seed.messages.map(({ role, content }) => ({ role, content }));
  const complaints = [];
  await api.append(conversation.config());
  const tools = await conversation.systemTools(api);
  for (const [at, asked] of conversation.seed.questions.entries()) {
    const session = `demo-hour-${at + 1}`;
    await load(api, session, conversation);
    const turn = await ask({ person, api }, session, asked);
    printTurn(turn);
    complaints.push(
      ...complaintsOf(turn.explanation.formatted_context, asked, { history, tools }).map(
        (one) => `the context of "${asked.content}" ${one}`,
      ),
    );
  }
  return complaints;
}

/** Starts a private stack that is removed afterwards; gives the clients of an operator and of a person. */
async function withStack({ server, env = {} }, work) {
  const { Crumbtrail } = require('@crumbtrail/client');
  const { startStack } = require('../setup/stack/stack.js');
  const home = mkdtempSync(join(tmpdir(), 'crumbtrail-demo-'));
  printStep('starting a private stack, which is removed afterwards');
  const stack = await startStack({ home, server, env, sharesProcess: true });
  try {
    const api = new Crumbtrail({ url: stack.url, key: stack.apiKey });
    const { secret } = await api.createKey({ participant: { kind: 'user', id: 'user' }, role: 'writer' });
    await work({ api, person: new Crumbtrail({ url: stack.url, key: secret }), home });
  } finally {
    await stack.stop();
    rmSync(home, { recursive: true, force: true });
  }
}

/** Prints what is wrong with the contexts, or that nothing is. */
function conclude(complaints, praise) {
  for (const complaint of complaints) console.error(`demo: ${complaint}`);
  console.log(complaints.length ? '' : `\n${praise}`);
  process.exitCode = complaints.length ? 1 : 0;
}

async function hour(clients) {
  conclude(await talk(clients), 'Both contexts hold what their question needs, and nothing that they should not.');
}

/** Runs a private stack with a scripted model, whatever is configured. */
async function withScript({ server, script, env: more = {} }, work) {
  const { scriptedModel } = require('@crumbtrail/testing');
  const model = await scriptedModel(script);
  const env = { MODEL_BASE_URL: model.base_url, MODEL_NAME: 'scripted', MODEL_API_KEY: 'none', ...more };
  try {
    await withStack({ server, env }, work);
  } finally {
    await model.close();
  }
}

/** The model knows only the results of its tools. */
function withResearcher({ server, data, question }) {
  const { research } = require('./research.js');
  const { researcher } = require('./researcher.js');
  return withScript({ server, script: research }, (clients) => researcher({ ...clients, data, question }));
}

/** The model knows only its prompt. */
function withGroup({ server }) {
  const { group, speakInCharacter } = require('./tavern.js');
  return withScript({ server, script: speakInCharacter }, async (clients) =>
    conclude(await group(clients), 'Every context holds what its agent should know, and Eve does not know the secret.'),
  );
}

/** The model knows only its prompt. */
function withDays({ server }) {
  const { day, playVillager } = require('./salem.js');
  return withScript({ server, script: playVillager }, async (clients) =>
    conclude(await day(clients), "Yesterday's words are in a summary, and not in the transcript."),
  );
}

/** The model knows only its prompt; the agent of another program is in this process, and reaches the stack over NATS alone. */
async function withMesh({ server }) {
  const { mesh, speakAsClerk } = require('./mesh.js');
  const { freePort } = require('../setup/stack/port.js');
  const address = `127.0.0.1:${await freePort()}`;
  return withScript({ server, script: speakAsClerk, env: { AGENTS_NATS: address } }, async (clients) =>
    conclude(
      await mesh({ ...clients, address }),
      'Both spoke on one trail, and the clerk read what the agent of the other program said.',
    ),
  );
}

const SCENES = { group: withGroup, day: withDays, mesh: withMesh };

function optionsOf(args) {
  try {
    const { values } = parseArgs({ args, options: OPTIONS });
    const isHour = values.agent === undefined && !values.data && !values.question;
    if (
      values.scene === undefined
        ? isHour || values.agent === 'researcher'
        : isHour && Object.hasOwn(SCENES, values.scene)
    )
      return values;
  } catch {
    // printed below
  }
  throw new ActionableError(`Usage: ${USE}`);
}

async function demo() {
  const options = optionsOf(process.argv.slice(2));
  const server = await prepare();
  if (options.scene) await SCENES[options.scene]({ server });
  else if (options.agent) await withResearcher({ ...options, server });
  else await withStack({ server }, hour);
}

runMain(demo);
