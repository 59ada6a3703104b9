import type { Crumbtrail } from '@crumbtrail/client';
import { readConcerned } from './concerned';

const crumbs: Readonly<Record<string, object>> = {
  turn: { session: 'demo', author: { kind: 'service', id: 'breadcrumb-store' }, context: { agent: 'helper' } },
  result: { session: 'demo', author: { kind: 'service', id: 'tool-runner' }, context: { turn: { id: 'turn' } } },
  reply: { author: { kind: 'agent', id: 'helper' }, context: { content: 'so' } },
  message: { session: 'demo', author: { kind: 'user', id: 'ann' }, context: { content: 'hi' } },
};
const client = { get: (id: string) => Promise.resolve(crumbs[id]) } as unknown as Pick<Crumbtrail, 'get'>;

it.each([
  ['turn', { agent: 'helper', session: 'demo' }],
  ['result', { agent: 'helper', session: 'demo' }],
  ['reply', { agent: 'helper', session: undefined }],
  ['message', { agent: undefined, session: 'demo' }],
])('readConcerned finds the agent and the session of a %s', async (id, concerned) => {
  expect(await readConcerned(client, id)).toEqual(concerned);
});
