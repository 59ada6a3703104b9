import { ToolRequest, type TokenPiece } from '@crumbtrail/contracts';
import { eventually, TestStore } from '@crumbtrail/testing';
import { callEcho, echo, echoTool } from './echo-tool';
import { Pool } from './start-executor';

let store: TestStore;
let pool: Pool;
beforeAll(async () => void (store = await TestStore.start()));
afterAll(() => store.stop());
beforeEach(async () => void (pool = await Pool.open(store)));
afterEach(() => pool.close());

describe('a turn that ends before its model does', () => {
  it('aborts the model as soon as the end is received', async () => {
    await pool.executor({ EXECUTOR_SLOTS: '1', CLAIM_TTL_MS: '60000' });
    pool.model.next({ say: 'never finished', after: 1, ending: 'stall' }, { say: 'next' });
    const turn = await pool.scene.open();
    await eventually(() => pool.model.calls.length === 1);
    await pool.scene.stopTurn(turn);
    await pool.scene.open();
    expect((await pool.scene.answered(2)).map(({ context }) => context.content ?? context.action)).toEqual([
      'stopped',
      'next',
    ]);
  });

  it('keeps the visible text of the aborted reply, marked as partial', async () => {
    await pool.executor({ MODEL_MAX_ATTEMPTS: '1' });
    pool.model.next({ say: 'one two three', after: 2, ending: 'disconnect' });
    await pool.scene.open();
    expect((await pool.scene.answered())[0]?.context).toMatchObject({
      action: 'error',
      content: 'one two ',
      partial: true,
      error: { code: 'disconnected' },
    });
  });
});

describe('a turn of a confidant', () => {
  it('shows its pieces, its answer and results of its tools only to the readers that its context names', async () => {
    await pool.executor();
    const pieces: TokenPiece[] = [];
    pool.gateway.subscribePieces(pool.scene.workspace, 'demo', (piece) => pieces.push(piece));
    pool.model.next({ say: 'Moment.', ...callEcho('a') }, { say: 'Your code is 4711.' });
    await pool.scene.open({ tools: [echo], readers: ['user:alice', 'agent:assistant'] });
    const requests = await pool.scene.whenThere(ToolRequest);
    for (const request of requests) await pool.scene.give(request, { text: '4711' });
    const [response] = await pool.scene.answered();
    await eventually(() => pieces.some(({ kind }) => kind === 'end'));
    expect(response?.audience).toEqual(['user:alice', 'agent:assistant']);
    expect(new Set(pieces.map(({ audience }) => JSON.stringify(audience)))).toEqual(
      new Set([JSON.stringify(['user:alice', 'agent:assistant'])]),
    );
  });
});

describe('a viewer of a turn with tools', () => {
  it('sees the text until the next reply starts, also when joining while tools are running', async () => {
    await pool.executor();
    const pieces: TokenPiece[] = [];
    pool.gateway.subscribePieces(pool.scene.workspace, 'demo', (piece) => pieces.push(piece));
    pool.model.next({ say: 'Moment.', ...callEcho('a') }, { say: 'Done.' });
    const turn = await pool.scene.open({ tools: [echo] });
    const requests = await pool.scene.whenThere(ToolRequest);
    const joined = await eventually(async () => {
      const soFar = await pool.gateway.requestPieces(pool.scene.workspace, turn.id);
      return soFar.length > 0 ? soFar : null;
    });
    expect(joined.map(({ kind, text }) => [kind, text])).toEqual([
      ['reset', ''],
      ['text', 'Moment.'],
    ]);
    for (const request of requests) await pool.scene.give(request, { text: 'A' });
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
    expect(await pool.gateway.requestPieces(pool.scene.workspace, turn.id)).toEqual([]);
  });

  it('sees a result for people in place of the text before it', async () => {
    await pool.executor();
    const pieces: TokenPiece[] = [];
    pool.gateway.subscribePieces(pool.scene.workspace, 'demo', (piece) => pieces.push(piece));
    await pool.toolRunner(echoTool);
    const wanted = { tool: 'echo', input: { text: 'a' }, return_to_llm: false };
    pool.model.next({ say: JSON.stringify({ message: 'Here it is:', tool_requests: [wanted] }) });
    await pool.scene.open({ tools: [echo], definition: { tool_mode: 'json' } });
    const [response] = await pool.scene.answered();
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
