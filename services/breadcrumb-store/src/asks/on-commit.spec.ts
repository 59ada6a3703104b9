import { type CommitRequest, type Draft } from '@crumbtrail/contracts';
import { OnCommit } from './on-commit';
import type { Caller } from '../identity/caller';
import type { Database } from '../database/database';
import type { Callers } from '../identity/callers';
import type { Writer } from '../writer/writer';

const ann: Caller = { workspace: 'w', principal: 'gateway', participant: { kind: 'user', id: 'ann' }, role: 'writer' };
const from = { workspace: 'w', principal: 'gateway' };
const creating = (draft: Draft): CommitRequest => ({ writes: [{ op: 'create', draft }] });
const plain = creating({ schema_name: 'user.message.v1', context: { content: 'hi' } });
const endless = creating({
  ...{ schema_name: 'loose.v1', context: {} },
  llm_hints: { transform: { x: { type: 'jq', query: '[range(1e9)] | length' } } },
});

it('answers a plain commit before the last of those whose hints do not end', async () => {
  const callers = { of: () => Promise.resolve(ann) } as unknown as Callers;
  const writer = { submit: () => Promise.resolve({ results: [] }) } as unknown as Writer;
  const door = new OnCommit(callers, writer, {} as Database);
  const order: string[] = [];
  const ask = async (name: string, request: CommitRequest): Promise<void> => {
    const end = await door.handle(request, from).then(
      () => 'kept',
      () => 'refused',
    );
    order.push(`${name} ${end}`);
  };
  await Promise.all([ask('first', endless), ask('last', endless), ask('plain', plain)]);
  expect(order.slice(order.indexOf('plain kept'))).toContain('last refused');
  expect(order).toHaveLength(3);
}, 60_000);
