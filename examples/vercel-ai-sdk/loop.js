// One turn of an agent on the Vercel AI SDK:  node loop.js "What did we say about the roof?" [session]
import { readFileSync } from 'node:fs';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { generateText } from 'ai';
import { Crumbtrail } from './crumbtrail.js';

const { CRUMBTRAIL_URL: url = 'http://127.0.0.1:7070', CRUMBTRAIL_KEY, MODEL_BASE_URL, MODEL_NAME } = process.env;
const [content, session = 'own-loop'] = process.argv.slice(2);
const agent = 'vercel-loop';

const crumbtrail = new Crumbtrail({ url, key: CRUMBTRAIL_KEY ?? readFileSync('.crumbtrail/api-key', 'utf8').trim() });
const provider = createOpenAICompatible({
  name: 'model',
  baseURL: MODEL_BASE_URL,
  apiKey: process.env.MODEL_API_KEY,
});

// The agent's definition, which only this script wakes (`runner: service`: the agent executors do not run it), and a session
// with no other agent. Appending them again changes nothing.
await crumbtrail.append({
  schema_name: 'agent.def.v1',
  context: {
    agent,
    runner: 'service',
    prompt: 'You answer in one sentence.',
    subscriptions: [{ schema: 'user.message.v1', any_tags: [agent] }],
  },
});

await crumbtrail.append({
  schema_name: 'session.v1',
  context: { name: session, members: [{ kind: 'agent', id: agent }] },
});

const opened = await crumbtrail.open({ agent, session, content });
const [system, ...messages] = opened.messages;

/** The model's answer or its error; either closes the turn. */
async function answer(abortSignal) {
  try {
    const options = { model: provider(MODEL_NAME), system: system.content, messages, abortSignal };
    const { text, usage, finishReason } = await generateText(options);
    return {
      action: 'speak',
      content: text,
      finish_reason: finishReason,
      model: MODEL_NAME,
      usage: { prompt_tokens: usage.inputTokens, completion_tokens: usage.outputTokens },
    };
  } catch (error) {
    return { action: 'error', error: { code: 'model', message: error.message } };
  }
}

const result = await crumbtrail.whileClaimed(opened, answer);
await crumbtrail.respond(opened, result);
console.log(result.content ?? result.error.message);
console.error(`trail ${url}/trails/${opened.trail_id}`);
