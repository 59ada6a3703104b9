import { ToolRequest, type AgentResponseV1, type Draft, type TokenPiece, type ToolDefV1 } from '@crumbtrail/contracts';
import { eventually } from '@crumbtrail/testing';
import { Pool } from './start-executor';

const echo: ToolDefV1 = {
  name: 'echo',
  description: 'Says it again.',
  input: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
};
const calling = (...texts: readonly string[]) => ({
  calls: texts.map((text, n) => ({ id: `c${n}`, name: 'echo', arguments: { text } })),
});

let pool: Pool;
beforeEach(async () => void (pool = await Pool.open()));
afterEach(() => pool.close());

const answered = (count = 1): Promise<Draft<AgentResponseV1>[]> =>
  eventually(() => (pool.store.responses.length >= count ? pool.store.responses : null), { withinMs: 10_000 });

describe('a turn that ends before its model does', () => {
  it('aborts the model as soon as the end is received', async () => {
    await pool.executor({ EXECUTOR_SLOTS: '1', CLAIM_TTL_MS: '60000' });
    pool.model.next({ say: 'never finished', after: 1, ending: 'stall' }, { say: 'next' });
    const turn = await pool.store.leave();
    await eventually(() => pool.model.calls.length === 1);
    await pool.store.stopTurn(turn);
    await pool.store.leave();
    expect((await answered())[0]?.context.content).toBe('next');
  });

  it('keeps the visible text of the aborted reply, marked as partial', async () => {
    await pool.executor({ MODEL_MAX_ATTEMPTS: '1' });
    pool.model.next({ say: 'one two three', after: 2, ending: 'disconnect' });
    await pool.store.leave();
    expect((await answered())[0]?.context).toMatchObject({
      action: 'error',
      content: 'one two ',
      partial: true,
      error: { code: 'disconnected' },
    });
  });
});

describe('a viewer of a turn with tools', () => {
  it('sees the text until the next reply starts, also when joining while tools are running', async () => {
    await pool.executor();
    pool.store.answering = () => null;
    const pieces: TokenPiece[] = [];
    pool.gateway.subscribePieces('default', 'demo', (piece) => pieces.push(piece));
    pool.model.next({ say: 'Moment.', ...calling('a') }, { say: 'Done.' });
    const turn = await pool.store.leave({ tools: [echo] });
    const requests = await eventually(() =>
      pool.store.all(ToolRequest).length > 0 ? pool.store.all(ToolRequest) : null,
    );
    const joined = await eventually(async () => {
      const soFar = await pool.gateway.requestPieces('default', turn);
      return soFar.length > 0 ? soFar : null;
    });
    expect(joined.map(({ kind, text }) => [kind, text])).toEqual([
      ['reset', ''],
      ['text', 'Moment.'],
    ]);
    for (const request of requests) await pool.store.give(request, { text: 'A' });
    await eventually(() => pieces.some(({ kind }) => kind === 'end'));
    expect(pieces.map(({ kind, text }) => [kind, text])).toEqual([
      ['reset', ''],
      ['text', 'Moment.'],
      ['reset', ''],
      ['text', 'Done.'],
      ['end', ''],
    ]);
    const attempts = pieces.map(({ attempt }) => attempt);
    expect(attempts).toEqual([...attempts].sort((a, b) => a - b));
    await pool.executor();
    expect(await pool.gateway.requestPieces('default', turn)).toEqual([]);
  });

  it('sees a result for people in place of the text before it', async () => {
    await pool.executor();
    const pieces: TokenPiece[] = [];
    pool.gateway.subscribePieces('default', 'demo', (piece) => pieces.push(piece));
    const wanted = { tool: 'echo', input: { text: 'a' }, return_to_llm: false };
    pool.model.next({ say: JSON.stringify({ message: 'Here it is:', tool_requests: [wanted] }) });
    await pool.store.leave({ tools: [echo], definition: { tool_mode: 'json' } });
    const [response] = await answered();
    await eventually(() => pieces.some(({ kind }) => kind === 'end'));
    const last = pieces.slice(pieces.map(({ kind }) => kind).lastIndexOf('reset'));
    expect(last.map(({ kind, text }) => [kind, text])).toEqual([
      ['reset', ''],
      ['text', response?.context.content],
      ['end', ''],
    ]);
    expect(response?.context.content).toContain('echo gave {"text":"a"}');
    expect(pool.model.calls).toHaveLength(1);
  });
});
