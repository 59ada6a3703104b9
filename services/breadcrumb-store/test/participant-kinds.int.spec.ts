import { AgentDef, Session, UserMessage, type Participant } from '@crumbtrail/contracts';
import { eventually } from '@crumbtrail/testing';
import { ApiKeyEntity } from '../src/entities/workspace.entity';
import type { AuthenticatedCaller } from '../src/identity/caller';
import { Keys } from '../src/identity/keys';
import { ParticipantKinds1763690400022 } from '../src/migrations/1763690400022-participant-kinds';
import { listCrumbs } from '../src/reading/list-crumbs';
import { readCrumbs } from '../src/reading/read-crumbs';
import { readEvents } from '../src/reading/read-events';
import { searchCrumbs } from '../src/search/retrieve/search-crumbs';
import { databases, type TestDatabase } from './databases';
import { IndexUnderTest, source } from './index-under-test';
import { creates, message, operator, StoreUnderTest, user } from './store-under-test';

describe.each(databases)('the kinds of participants on %s', (_name, open) => {
  let db: TestDatabase;
  let store: StoreUnderTest;
  let index: IndexUnderTest;
  let workspace: string;

  beforeAll(async () => {
    db = await open();
    store = await StoreUnderTest.over(db);
    index = await IndexUnderTest.over(store);
  }, 60_000);
  beforeEach(async () => {
    workspace = await store.workspace();
  });
  afterAll(async () => {
    await index.close();
    await store.close();
  });

  const as = (kind: Participant['kind'], id: string): AuthenticatedCaller => ({
    ...user(workspace),
    participant: { kind, id },
  });
  const issueKey = (kind: Participant['kind'], id: string) =>
    new Keys(db.source.getRepository(ApiKeyEntity)).create(workspace, { participant: { kind, id }, role: 'reader' });
  const define = (agent: string) =>
    store.create(operator(workspace), {
      schema_name: AgentDef.name,
      context: { agent, prompt: 'Help.', subscriptions: [{ schema: UserMessage.name }] },
    });
  /** Writes a message for these, and returns its audience as everybody is shown it. */
  const writeFor = async (...audience: string[]) => {
    const { id } = await store.create(user(workspace), message('for some', { audience }));
    const { crumbs } = await readCrumbs(db.database, { refs: [{ id }] }, operator(workspace));
    return crumbs[0] && 'audience' in crumbs[0] ? crumbs[0].audience : null;
  };

  describe('a bare id in an audience', () => {
    it('becomes the defined agent, the holder of a valid key or the member of the session who has it', async () => {
      await define('helper');
      await issueKey('user', 'rita');
      const members = [
        { kind: 'user', id: 'ann' },
        { kind: 'agent', id: 'scout' },
      ];
      await store.create(user(workspace), { schema_name: Session.name, context: { name: 'demo', members } });
      expect(await writeFor('helper', 'rita', 'scout')).toEqual(['agent:helper', 'user:rita', 'agent:scout']);
    });

    it('becomes a user where nobody has it yet, whom an agent that takes the id later cannot read for', async () => {
      expect(await writeFor('carl')).toEqual(['user:carl']);
      await define('carl');
      const { crumbs } = await listCrumbs(db.database, { session: 'demo' }, as('agent', 'carl'));
      expect(crumbs).toEqual([]);
    });

    it('is refused where two have it, with both spellings, and each can be named with its kind', async () => {
      await define('helper');
      await issueKey('user', 'helper');
      await expect(writeFor('ann', 'helper')).rejects.toMatchObject({
        code: 'invalid_payload',
        message: expect.stringContaining('write agent:helper or user:helper') as string,
      });
      expect(await writeFor('user:helper')).toEqual(['user:helper']);
      expect(await writeFor('agent:helper', 'ann', 'user:ann')).toEqual(['agent:helper', 'user:ann']);
    });

    it('is taken as the agent that the same request defines, and no longer as the holder of a revoked key', async () => {
      const keys = new Keys(db.source.getRepository(ApiKeyEntity));
      await keys.revoke(workspace, (await issueKey('user', 'scout')).id);
      const context = { agent: 'scout', prompt: 'Help.', subscriptions: [{ schema: UserMessage.name }] };
      const drafts = creates({ schema_name: AgentDef.name, context }, message('hi', { audience: ['scout'] }));
      const { results } = await store.commit(operator(workspace), { writes: drafts });
      const { crumbs } = await readCrumbs(db.database, { refs: [{ id: results[1]?.id ?? '' }] }, as('agent', 'scout'));
      expect(crumbs[0]).toMatchObject({ audience: ['agent:scout'] });
    });

    it('is resolved in imported history as well', async () => {
      await define('helper');
      const author = { kind: 'user', id: 'ann' } as const;
      const { results } = await store.commit(operator(workspace), {
        imported: true,
        writes: creates(message('long ago', { author, audience: ['helper', 'ann'] })),
      });
      const { crumbs } = await readCrumbs(db.database, { refs: [{ id: results[0]?.id ?? '' }] }, operator(workspace));
      expect(crumbs[0]).toMatchObject({ audience: ['agent:helper', 'user:ann'] });
    });
  });

  it('a user and an agent of the same name never read what is for the other: by id, list, events, search or retrieval', async () => {
    const twins = [as('user', 'assistant'), as('agent', 'assistant')];
    const texts = ['a secret for the user', 'a secret for the agent'];
    const ids: string[] = [];
    for (const [at, { participant }] of twins.entries()) {
      const audience = [`${participant.kind}:${participant.id}`];
      ids.push((await store.create(user(workspace), message(texts[at] as string, { audience }))).id);
    }
    await index.settled();
    await eventually(() => index.index.embeddedPosition >= store.writer.position);
    const parts = { database: db.database, index: index.index, cache: index.pools };
    for (const [at, who] of twins.entries()) {
      const own = [ids[at]];
      const { crumbs: read } = await readCrumbs(db.database, { refs: ids.map((id) => ({ id })) }, who);
      expect(read.flatMap((crumb) => (crumb ? [crumb.id] : []))).toEqual(own);
      expect((await listCrumbs(db.database, {}, who)).crumbs.map(({ id }) => id)).toEqual(own);
      expect((await readEvents(db.database, { cursor: 'start' }, who)).events.map(({ id }) => id)).toEqual(own);
      for (const mode of ['text', 'vector', 'hybrid'] as const) {
        const { results } = await searchCrumbs(parts, who, { query: 'secret', mode });
        expect([mode, results.map(({ breadcrumb }) => breadcrumb.id)]).toEqual([mode, own]);
      }
    }
    for (const type of ['recent', 'hybrid'] as const) {
      const told = await index.texts(workspace, type, { sources: [source(type)], query: 'secret' });
      expect([type, told]).toEqual([type, ['a secret for the agent']]);
    }
    const answer = { readers: ['user:assistant'], query: 'secret' };
    expect(await index.texts(workspace, 'recent', answer)).toEqual([]);
  });

  describe('stored audiences of bare ids', () => {
    /** Makes a crumb as older versions stored it, and what belongs to it. */
    const age = async (id: string, ...audience: string[]) => {
      for (const table of ['crumb', 'crumb_event'])
        await db.database.query(`update ${table} set audience = $3 where workspace = $1 and id = $2`, [
          workspace,
          id,
          audience,
        ]);
      await db.database.query('update chunk set audience = $3, informs = $3 where workspace = $1 and crumb_id = $2', [
        workspace,
        id,
        audience,
      ]);
    };
    const migrate = async () => {
      const runner = db.source.createQueryRunner();
      await runner.startTransaction();
      await new ParticipantKinds1763690400022().up(runner);
      await runner.commitTransaction();
      await runner.release();
    };
    const stored = async (table: string, column: string, id: string) => {
      const key = table === 'chunk' ? 'crumb_id' : 'id';
      const rows = await db.database.query<Record<string, unknown>>(
        `select ${column} as value from ${table} where workspace = $1 and ${key} = $2`,
        [workspace, id],
      );
      return rows.map(({ value }) => value);
    };

    it('get the kind of the participant who had the id first, so that nobody reads more than before', async () => {
      await define('helper');
      await issueKey('user', 'helper');
      await issueKey('user', 'rita');
      await define('rita');
      const { id } = await store.create(user(workspace), message('psst'));
      const other = await store.create(user(workspace), message('for all'));
      await index.settled();
      await age(id, 'helper', 'rita', 'nobody', 'agent:kept');
      await migrate();
      const audience = ['agent:helper', 'user:rita', 'user:nobody', 'agent:kept'];
      expect(await stored('crumb', 'audience', id)).toEqual([audience]);
      expect(await stored('crumb_event', 'audience', id)).toEqual([audience]);
      expect(await stored('chunk', 'audience', id)).toEqual([audience]);
      expect(await stored('chunk', 'informs', id)).toEqual([audience]);
      expect(await stored('crumb', 'audience', other.id)).toEqual([['*']]);
      const readers = [as('agent', 'helper'), as('user', 'helper'), as('user', 'rita'), as('agent', 'rita')];
      const seen = await Promise.all(readers.map((who) => readCrumbs(db.database, { refs: [{ id }] }, who)));
      expect(seen.map(({ crumbs }) => crumbs[0] !== null)).toEqual([true, false, true, false]);
    });

    it('of records of turns name the agents that have the id, the participant that had it first, and the person who asked', async () => {
      await issueKey('user', 'helper');
      await define('helper');
      const { id } = await store.create(user(workspace), message('a record'));
      await db.database.query(
        `update crumb set schema_name = 'tool.request.v1', audience = '{helper,ann}' where workspace = $1 and id = $2`,
        [workspace, id],
      );
      await migrate();
      expect(await stored('crumb', 'audience', id)).toEqual([['agent:helper', 'user:ann']]);
    });
  });
});
