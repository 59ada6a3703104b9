import type { StatusReply } from '@crumbtrail/contracts';
import { PostgresPair } from '@crumbtrail/testing';
import { Conversations, echo, type SentMessage } from './support/conversations';
import { WITHOUT_TOOLS } from './support/fewer-services';
import { useFixture, useScript, useStack } from './support/fixture';

const CLIENTS = 24;
const MESSAGES_EACH = 2;

const postgres = useFixture(
  () => PostgresPair.start(),
  (pair) => pair.stop(),
);
const stack = useStack(() => ({
  services: { ...WITHOUT_TOOLS, 'breadcrumb-store': { env: postgres.settings } },
}));
useScript(stack, echo);
const conversations = new Conversations(stack);

const status = (): Promise<StatusReply> => stack.api.get<StatusReply>('/v1/status');

/** One client: says its messages one after the other, each as soon as the one before is acknowledged. */
async function talk(client: number): Promise<SentMessage[]> {
  const said: SentMessage[] = [];
  for (let n = 0; n < MESSAGES_EACH; n += 1) said.push(await conversations.say(`client-${client}`, `message ${n}`));
  return said;
}

describe('a replica that lags behind its primary and is promoted under 24 clients', () => {
  it('answers every message that is acknowledged afterwards, and the status names the positions that were lost', async () => {
    await conversations.waitForTurns([await conversations.say('before', 'kept')]);
    await postgres.detachReplica();
    const lost = [await conversations.say('before', 'lost'), await conversations.say('before', 'lost too')];
    await conversations.waitForTurns(lost);
    const before = await status();

    await postgres.killPrimary();
    // The clients are there already, so that the first second of the new server is busy.
    const talks = Array.from({ length: CLIENTS }, (_, n) => talk(n));
    await postgres.promoteReplica();
    const said = (await Promise.all(talks)).flat();
    expect(said).toHaveLength(CLIENTS * MESSAGES_EACH);

    const ended = await conversations.waitForTurns(said, { withinMs: 90_000 });
    expect(ended).toHaveLength(said.length);
    const after = await status();
    expect(after.epoch).toBeGreaterThan(before.epoch);
    const [range] = after.lost;
    expect(after.lost).toHaveLength(1);
    expect(range?.through).toBeGreaterThanOrEqual(before.head);
    const [{ position: kept }] = (await postgres.query('select head as position from failover')) as [
      { position: string },
    ];
    expect(range?.from).toBe(Number(kept) + 1);
    const messages = await conversations.listCrumbs<{ content: string }>('user.message.v1', 'before');
    expect(messages.map(({ context }) => context.content)).toEqual(['kept']);
  }, 240_000);
});
