import type { Envelope } from '@crumbtrail/contracts';
import { eventually, PostgresPair, ReaderProcess } from '@crumbtrail/testing';
import { Conversations, echo } from './support/conversations';
import { WITHOUT_TOOLS } from './support/fewer-services';
import { useFixture, useScript, useStack } from './support/fixture';

const CLIENTS = 8;

const postgres = useFixture(
  () => PostgresPair.start(),
  (pair) => pair.stop(),
);
const stack = useStack(() => ({
  services: { ...WITHOUT_TOOLS, 'breadcrumb-store': { env: postgres.settings } },
}));
const readers: ReaderProcess[] = [];
useScript(stack, echo);
const conversations = new Conversations(stack);

async function addReader(): Promise<ReaderProcess> {
  const reader = await ReaderProcess.start(stack, { DATABASE_URL: postgres.replicaUrl });
  readers.push(reader);
  return reader;
}

beforeAll(async () => {
  await postgres.createReader();
  await addReader();
}, 120_000);
afterAll(() => Promise.all(readers.map((reader) => reader.stop())));

interface Page {
  readonly breadcrumbs: readonly Envelope<{ readonly content: string }>[];
}

const list = (session: string): Promise<Page> =>
  stack.api.get<Page>(`/v1/breadcrumbs?schema=user.message.v1&session=${session}&limit=100`);

/** One client: writes a message and reads it back, again and again until `isOver`; returns how often. Any failed request rejects. */
async function writeAndRead(session: string, isOver: () => boolean): Promise<number> {
  const written: string[] = [];
  while (!isOver()) {
    const content = `${session} says ${written.length}`;
    written.push(content);
    await conversations.append({
      schema_name: 'user.message.v1',
      session,
      audience: ['user:nobody'],
      context: { content },
    });
    const { breadcrumbs } = await list(session);
    expect(breadcrumbs.map(({ context }) => context.content)).toContain(content);
  }
  return written.length;
}

/** Runs the clients while `disturb` happens, and until each of them has read after it. */
async function underLoad(name: string, disturb: () => Promise<void>): Promise<void> {
  const rounds = Array.from({ length: CLIENTS }, () => 0);
  let goal = Number.POSITIVE_INFINITY;
  const talks = rounds.map((_, n) =>
    writeAndRead(`${name}-${n}`, () => {
      rounds[n] = (rounds[n] ?? 0) + 1;
      return (rounds[n] ?? 0) > goal;
    }),
  );
  const all = Promise.all(talks);
  await Promise.race([all, eventually(() => rounds.every((count) => count > 3))]);
  await disturb();
  goal = Math.max(...rounds) + 3;
  expect((await all).every((count) => count > 3)).toBe(true);
}

describe('a stack with a reader', () => {
  it('builds contexts from the replica, and from the writer with the own message while the replica stands still', async () => {
    const [reader] = readers as [ReaderProcess];
    const before = await reader.countAdmitted();
    await conversations.waitForTurns([await conversations.say('talk', 'the first message')]);
    expect(await reader.countAdmitted()).toBeGreaterThan(before);
    await postgres.pauseReplay();
    const said = await conversations.say('talk', 'while the replica stands still');
    const [ended] = await conversations.waitForTurns([said]);
    expect(ended?.response.context.content).toBe('answer to while the replica stands still');
    expect((await list('talk')).breadcrumbs.map(({ context }) => context.content)).toContain(said.content);
    await postgres.resumeReplay();
    await reader.whenAnswering();
  }, 180_000);

  it('fails no request when a reader is killed under load, and each client reads what it has written', async () => {
    const second = await addReader();
    await underLoad('killed', async () => second.signal('SIGKILL'));
  }, 180_000);

  it('fails no request while a reader hangs, and uses it again when it goes on', async () => {
    const [reader] = readers as [ReaderProcess];
    await reader.whenAnswering();
    await underLoad('hanging', async () => reader.signal('SIGSTOP'));
    reader.signal('SIGCONT');
    const before = await reader.countAdmitted();
    await eventually(async () => {
      await list('talk');
      return (await reader.countAdmitted()) > before;
    });
  }, 180_000);
});
