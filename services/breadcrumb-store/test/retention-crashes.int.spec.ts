import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { WorkspaceRetention } from '@crumbtrail/contracts';
import { openDatabase } from '../src/database/open-database';
import { indexNextEvents } from '../src/search/index/text/index-events';
import { Conversation } from './conversation';
import { EmptyDatabase } from './empty-database';
import { makeOlder } from './old-data';
import { operator, StoreUnderTest } from './store-under-test';

jest.setTimeout(180_000);

/** More than two steps of a class remove. */
const EXCHANGES = 220;
/** Where the process dies, one run after the other. */
const POINTS = ['retention.before-commit', 'retention.after-commit', 'retention.after-commit'];

const COUNTS = `select
  (select count(*)::int from crumb where erased_by_id = 'retention') as erased,
  (select count(*)::int from turn) as turns,
  (select count(*)::int from decision) as decisions,
  (select count(*)::int from blob) as texts,
  (select count(*)::int from crumb_version) as versions,
  (select coalesce(sum(removed), 0)::int from retention_sweep where class = 'contexts') as contexts_said,
  (select coalesce(sum(removed), 0)::int from retention_sweep where class = 'turns') as turns_said`;

interface Counts {
  readonly erased: number;
  readonly turns: number;
  readonly decisions: number;
  readonly texts: number;
  readonly versions: number;
  readonly contexts_said: number;
  readonly turns_said: number;
}

describe('retention whose process is killed', () => {
  let source: EmptyDatabase;
  let before: Counts;

  /** Messages with their turns, contexts and answers, of ten days ago, in a workspace that keeps them for a week. */
  async function fill(): Promise<void> {
    const store = await StoreUnderTest.over({ ...(await source.open()), drop: () => source.close() });
    const talk = await Conversation.begin(store);
    for (let nth = 0; nth < EXCHANGES; nth += 1) {
      const said = await talk.say(`message ${nth}`);
      const turn = await talk.wake(said);
      await talk.build(turn, { text: `ann: message ${nth}`, quotes: [{ id: said.id, version: 1 }] });
      await talk.answer(turn.id, 'well');
    }
    await store.create(operator(talk.workspace), {
      schema_name: WorkspaceRetention.name,
      context: { name: 'retention', keep_days: { contexts: 7, turns: 7, decisions: 7 } },
    });
    const { database } = store.db;
    while ((await indexNextEvents(database)).more) continue;
    await database.query('update relay_cursor set relayed = $1', [store.writer.position]);
    await makeOlder(database, talk.workspace, 10);
    await store.close();
  }

  async function readCounts(): Promise<Counts> {
    const { database } = await source.open();
    const [counts] = await database.query<Counts>(COUNTS);
    await source.close();
    return counts as Counts;
  }

  /** Sweeps in a process of its own, which dies at this point; resolves to whether it died. */
  async function sweep(crashAt?: string): Promise<boolean> {
    const { home, url } = source.place;
    const env = {
      PATH: process.env['PATH'],
      CRUMBTRAIL_HOME: home,
      ...(url === undefined ? {} : { DATABASE_URL: url }),
      ...(crashAt === undefined ? {} : { CRASH_AT: crashAt }),
    };
    const child = spawn(process.execPath, [join(__dirname, 'fixtures/sweep.js')], {
      env,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let said = '';
    child.stderr.on('data', (bytes: Buffer) => (said += bytes.toString()));
    const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null];
    if (signal === null) expect({ code, said }).toEqual({ code: 0, said: '' });
    return signal === 'SIGKILL';
  }

  beforeAll(async () => {
    source = await EmptyDatabase.create();
    // Creates the tables, as the first start of a store does.
    await (await openDatabase({ ...source.place, onDeath: () => undefined })).database.close();
    await fill();
    before = await readCounts();
  });
  afterAll(() => source.drop());

  it('removes each step whole or not at all, counts what it removed, and the next process removes the rest', async () => {
    expect(before).toMatchObject({ erased: 0, turns: EXCHANGES, texts: EXCHANGES, contexts_said: 0, turns_said: 0 });
    let last = before;
    for (const point of POINTS) {
      expect(await sweep(point)).toBe(true);
      const now = await readCounts();
      // A text and its context go together, and the sweep says exactly what is gone.
      expect(before.texts - now.texts).toBe(now.contexts_said);
      expect(before.turns - now.turns).toBe(now.turns_said);
      const isSame = JSON.stringify(now) === JSON.stringify(last);
      expect({ point, isSame }).toEqual({ point, isSame: point === 'retention.before-commit' });
      last = now;
    }
    expect(await sweep()).toBe(false);
    const end = await readCounts();
    expect(end).toMatchObject({ turns: 0, decisions: 0, texts: 0, contexts_said: EXCHANGES, turns_said: EXCHANGES });
  });
});
