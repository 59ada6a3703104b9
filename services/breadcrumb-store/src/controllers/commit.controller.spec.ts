import { Health } from '@crumbtrail/platform';
import { type CommitRequest, type Draft } from '@crumbtrail/contracts';
import type { WorkspaceDatabase } from '../database/database';
import type { AuthenticatedCaller } from '../identity/caller';
import type { Writer } from '../writer/writer';
import { ImportPacer } from '../relay/import-pacer';
import { CommitController } from './commit.controller';

const ann: AuthenticatedCaller = {
  workspace: 'w',
  principal: 'gateway',
  participant: { kind: 'user', id: 'ann' },
  role: 'writer',
};
const from = { workspace: 'w', principal: 'gateway' };
const creating = (draft: Draft): CommitRequest => ({ writes: [{ op: 'create', draft }] });
const plain = creating({ schema_name: 'user.message.v1', context: { content: 'hi' } });
const endless = creating({
  schema_name: 'loose.v1',
  context: {},
  llm_hints: { transform: { x: { type: 'jq', query: '[range(1e9)] | length' } } },
});

it('commit: a commit without hints is answered while commits whose hints never finish are waiting', async () => {
  const writer = { submit: () => Promise.resolve({ results: [] }) } as unknown as Writer;
  const imports = new ImportPacer({
    writer: { position: 0 },
    relay: { countAhead: () => 0, inspectSoon: () => undefined, isFailing: false },
  });
  const controller = new CommitController(
    writer,
    imports,
    { note: () => undefined },
    { within: () => ({}) } as unknown as WorkspaceDatabase,
    new Health(),
  );
  const order: string[] = [];
  const commit = async (name: string, request: CommitRequest): Promise<void> => {
    const end = await controller.commit(request, ann, from).then(
      () => 'committed',
      () => 'refused',
    );
    order.push(`${name} ${end}`);
  };
  await Promise.all([commit('first', endless), commit('last', endless), commit('plain', plain)]);
  expect(order.slice(order.indexOf('plain committed'))).toContain('last refused');
  expect(order).toHaveLength(3);
}, 60_000);
