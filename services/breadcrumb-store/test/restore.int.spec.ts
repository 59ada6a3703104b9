import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AgentResponse, RequestTurns, singletonId } from '@crumbtrail/contracts';
import { CrumbStore } from '@crumbtrail/bus';
import { eventually } from '@crumbtrail/testing';
import { backUpToFile, restoreFromFile } from '../src/backup/backup-files';
import { message } from './store-under-test';
import { ServiceUnderTest } from './service-under-test';

jest.setTimeout(120_000);

describe('a stack whose database is restored from a backup that was taken while it ran', () => {
  let service: ServiceUnderTest;
  let folder: string;
  beforeAll(async () => {
    service = await ServiceUnderTest.start();
    folder = mkdtempSync(join(tmpdir(), 'crumbtrail-restore-'));
  });
  afterAll(async () => {
    await service.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const operator = () => service.as('gateway', { key: service.key });
  const say = async (content: string): Promise<string> =>
    (await (await operator()).commit({ writes: [{ op: 'create', draft: message(content) }] })).results[0]?.id ?? '';
  const status = async () => new CrumbStore(await service.bus('conductor')).status();
  const texts = async (): Promise<unknown[]> =>
    (await (await operator()).list({ schema: 'user.message.v1', order: 'asc', limit: 50 })).crumbs.map(
      ({ context }) => context['content'],
    );

  /** The assistant answers a message: the test is the conductor and the executor. */
  async function answer(cause: string): Promise<void> {
    const definition = { id: singletonId('default', 'agent', 'assistant'), version: 1 };
    const asked = { cause: { id: cause, version: 1 }, turns: [{ agent: 'assistant', definition, generation: 0 }] };
    const { turns } = await (await service.as('conductor')).request(RequestTurns, asked);
    const executor = await service.as('agent-executor');
    const key = `turn:${turns[0]?.id}`;
    const claim = await executor.claim({ key, ttl_ms: 30_000 });
    const context = { turn: { id: turns[0]?.id }, agent: 'assistant', action: 'speak', content: 'yes' };
    const fence = { key, fence: claim.granted ? claim.fence : 0 };
    await executor.commit({ writes: [{ op: 'create', draft: { schema_name: AgentResponse.name, context } }], fence });
  }

  it('has what the backup had, fills the stream again in a new epoch, names what was lost, and answers what comes next', async () => {
    await answer(await say('kept'));
    const file = join(folder, 'one.crumbs');
    const header = await backUpToFile(service.place, file);
    await expect(backUpToFile(service.place, file)).rejects.toThrow('exists already');
    await say('lost');
    const before = await eventually(async () => {
      const now = await status();
      return now.relayed === now.head ? now : null;
    });
    expect(header).toMatchObject({ log_id: before.log_id, epoch: before.epoch });

    await service.whileStopped(async () => {
      await expect(restoreFromFile(service.place, file, {})).rejects.toThrow('is not empty');
      await restoreFromFile(service.place, file, { force: true });
    });
    expect(await texts()).toEqual(['kept']);
    const after = await eventually(async () => {
      const now = await status();
      return now.relayed === now.head ? now : null;
    });
    expect(after.log_id).toBe(before.log_id);
    expect(after.epoch).toBeGreaterThan(before.epoch);
    expect(after.lost).toMatchObject([{ from: (header?.head ?? 0) + 1, through: before.head }]);

    const next = await say('and now?');
    await answer(next);
    expect((await (await operator()).turns(next)).turns).toMatchObject([{ agent: 'assistant', state: 'closed' }]);
  });
});
