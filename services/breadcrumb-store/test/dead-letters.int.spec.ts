import {
  AgentContext,
  AgentTurn,
  DeadLetter,
  responseId,
  type AgentResponseV1,
  type CommitResult,
  type DeadLetterV1,
  type Ref,
} from '@crumbtrail/contracts';
import type { AuthenticatedCaller } from '../src/identity/caller';
import { Conversation } from './conversation';
import { service, StoreUnderTest } from './store-under-test';
import { databases } from './databases';

describe.each(databases)('a dead letter about a turn, on %s', (_name, open) => {
  let store: StoreUnderTest;
  let talk: Conversation;

  beforeAll(async () => void (store = await StoreUnderTest.over(await open())), 60_000);
  beforeEach(async () => void (talk = await Conversation.begin(store)));
  afterAll(() => store.close());

  /** Leaves the dead letter of a service that could not handle a crumb. */
  function leave(
    station: string,
    about: Ref & { readonly schema_name: string },
    error: DeadLetterV1['error'] = { name: 'PermanentError', message: 'The prompt is too long.' },
    by: { readonly caller?: AuthenticatedCaller; readonly durable?: string } = {},
  ): Promise<CommitResult> {
    const { id, version, schema_name } = about;
    const event = { position: 7, id, version, schema_name, kind: 'created' };
    const { caller = service(talk.workspace, station), durable = station } = by;
    const context = { station, durable, event, deliveries: 1, error };
    const draft = { schema_name: DeadLetter.name, cause: { id, version }, context };
    return store.create(caller, draft);
  }
  /** An agent as a service of its own; with `key`, somebody who brings its key to the gateway. */
  const agentService = (agent: string, { key = false } = {}): AuthenticatedCaller => ({
    workspace: talk.workspace,
    principal: key ? 'gateway' : agent,
    participant: { kind: 'agent', id: agent },
    role: 'writer',
  });
  async function endOf(turn: string): Promise<AgentResponseV1 | undefined> {
    const [row] = await store.db.database.query<{ context: AgentResponseV1 }>(
      'select context from crumb_version where workspace = $1 and id = $2',
      [talk.workspace, responseId(talk.workspace, turn)],
    );
    return row?.context;
  }
  const aboutTurn = (id: string) => ({ id, version: 1, schema_name: AgentTurn.name });

  it('ends the turn at once with its sentence and its id, and the next turn of the lane opens', async () => {
    const failed = await talk.wake(await talk.say('one'));
    const next = await talk.wake(await talk.say('two'));
    const letter = await leave('context-builder', aboutTurn(failed.id));
    expect(await endOf(failed.id)).toEqual({
      turn: { id: failed.id },
      action: 'error',
      error: {
        code: 'context_failed',
        message: `No context could be built for helper: The prompt is too long. The dead letter ${letter.id} has the details; an operator can replay it.`,
        dead_letter: letter.id,
      },
    });
    expect(await talk.openTurns()).toEqual([next.id]);
    expect(await leave('context-builder', aboutTurn(failed.id))).toMatchObject({ id: letter.id, existed: true });
  });

  it('ends it too if its context could not be handled, and tells nobody what an unexpected error says', async () => {
    const turn = await talk.wake(await talk.say('one'));
    const context = await talk.build(turn);
    await talk.claim(turn.id);
    const bug = { name: 'TypeError', message: 'secret is undefined' };
    await leave('agent-executor', { id: context.id, version: 1, schema_name: AgentContext.name }, bug);
    const { error } = (await endOf(turn.id)) ?? {};
    expect(error).toMatchObject({
      code: 'turn_failed',
      message: expect.stringMatching(/^The turn of helper could not be run: An unexpected error occurred\. /) as string,
    });
    expect(await talk.openTurns()).toEqual([]);
    expect(await talk.crumb(responseId(talk.workspace, turn.id))).toMatchObject({ cause_id: context.id });
  });

  it('is refused if the turn was closed meanwhile: nothing was lost', async () => {
    const turn = await talk.wake(await talk.say('one'), { refused: 'too deep' });
    await expect(leave('context-builder', aboutTurn(turn.id))).rejects.toMatchObject({ code: 'turn_closed' });
    const rows = await store.db.database.query('select 1 from crumb where workspace = $1 and schema_name = $2', [
      talk.workspace,
      DeadLetter.name,
    ]);
    expect(rows).toEqual([]);
  });

  it('of a service that the turn does not depend on leaves it open', async () => {
    const turn = await talk.wake(await talk.say('one'));
    await leave('conductor', aboutTurn(turn.id));
    expect(await talk.openTurns()).toEqual([turn.id]);
    expect(await talk.responses()).toEqual([]);
  });

  describe('of an agent that runs as a service of its own', () => {
    const tooLong = { name: 'PermanentError', message: 'The prompt is too long.' };
    const contextOfTurn = async (): Promise<{ turn: string; about: Ref & { readonly schema_name: string } }> => {
      await talk.define({ agent: 'own', runner: 'service' });
      const turn = await talk.wake(await talk.say('one'), { agent: 'own' });
      const { id } = await talk.build(turn);
      return { turn: turn.id, about: { id, version: 1, schema_name: AgentContext.name } };
    };

    it('ends the turn of the agent at once with its sentence', async () => {
      const { turn, about } = await contextOfTurn();
      await leave('own', about, tooLong, { caller: agentService('own') });
      expect((await endOf(turn))?.error).toMatchObject({
        code: 'turn_failed',
        message: expect.stringMatching(/^The turn of own could not be run: The prompt is too long\. /) as string,
      });
      expect(await talk.openTurns()).toEqual([]);
    });

    it('leaves the turn open if the letter is of the agent-executor, which does not run the agent', async () => {
      const { turn, about } = await contextOfTurn();
      await leave('agent-executor', about);
      expect(await talk.openTurns()).toEqual([turn]);
    });

    it('is refused with a key, in the name of another service, and about the durable of another service', async () => {
      const { turn, about } = await contextOfTurn();
      const refused = { code: 'wrong_writer' };
      const withKey = { caller: agentService('own', { key: true }) };
      await expect(leave('own', about, tooLong, withKey)).rejects.toMatchObject(refused);
      const own = { caller: agentService('own') };
      await expect(leave('conductor', about, tooLong, own)).rejects.toMatchObject(refused);
      const squatting = { ...own, durable: 'conductor' };
      await expect(leave('own', about, tooLong, squatting)).rejects.toMatchObject(refused);
      expect(await talk.openTurns()).toEqual([turn]);
    });
  });

  it('leaves the answer of a turn that is retried as its next generation to that turn', async () => {
    const said = await talk.say('one');
    const failed = await talk.wake(said);
    await leave('context-builder', aboutTurn(failed.id));
    const retried = await talk.wake(said, { generation: 1 });
    expect(retried).toMatchObject({ state: 'open', cause: failed.cause });
    await talk.answer(retried.id, 'hi');
    expect((await talk.responses()).map(({ action }) => action)).toEqual(['error', 'speak']);
  });
});
