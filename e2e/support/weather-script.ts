import type { ModelCall, Script } from '@crumbtrail/testing';

/** Calls `weather` once for the city of the question, and answers with what it gave. */
export function weatherScript({ body }: ModelCall): Script {
  const last = body.messages?.at(-1);
  if (last?.role === 'tool') return { say: `It is ${last.content}.` };
  const city = /weather in (\w+)\?$/.exec(last?.content ?? '')?.[1];
  return city ? { say: 'Let me see.', calls: [{ name: 'weather', arguments: { city } }] } : { say: 'Hello.' };
}
