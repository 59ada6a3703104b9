import {
  AgentContext,
  ContextShadow,
  ContextShadowBuild,
  List,
  type ContextShadowBuildV1,
  type ContextShadowV1,
  type Envelope,
} from '@crumbtrail/contracts';
import { eventually } from '@crumbtrail/testing';
import { startBuilder } from './builder-under-test';
import { useBuilder } from './use-builder';

const running = useBuilder();

const RENT = `My rent in Lisbon is 1,240 euros a month, ${'and the landlord wants it on the first day of each month, '.repeat(5)}he says.`;
const REPLY = 'Your rent in Lisbon is 1,240 euros a month.';
const talk = Array.from({ length: 8 }, (_, n) => ({
  text: `Nobody painted the garden fence of house ${n} in the year ${1900 + n}, as far as the neighbours know.`,
}));

const start = (more: Partial<ContextShadowV1> = {}): Promise<Envelope<ContextShadowV1>> =>
  running.store.create(running.scene.workspace, {
    schema_name: ContextShadow.name,
    context: { agent: 'assistant', state: 'running', config: { budget: { max_tokens: 64 } }, share: 1, ...more },
  });
const builds = () => running.store.crumbs<ContextShadowBuildV1>(running.scene.workspace, ContextShadowBuild.name);
const shadowNow = async (): Promise<Envelope<ContextShadowV1>> => {
  const [shadow] = await running.store.crumbs<ContextShadowV1>(running.scene.workspace, ContextShadow.name);
  if (!shadow) throw new Error('There is no shadow.');
  return shadow;
};

/** A turn that is answered, and its context. */
async function answer(question = 'What is the rent of the flat in Lisbon?', more = {}) {
  const turn = await running.scene.openTurn(await running.scene.say(question));
  const context = await running.scene.contextFor(turn);
  const response = await running.scene.answer(turn, REPLY, more);
  return { context, response };
}

describe('a shadow', () => {
  it('builds the context of an answer with other settings, and says what of its grounding it loses, and what it costs', async () => {
    const [rent = ''] = await running.scene.import([{ text: RENT }, ...talk]);
    const shadow = await start();
    const usage = { counted_prompt_tokens: 1_000, prices: { input: 2, output: 8 } };
    const { context, response } = await answer(undefined, { usage });
    const [built] = await eventually(async () => ((await builds()).length > 0 ? builds() : null));
    const { tokens, budget } = context.context;
    expect(built).toMatchObject({
      audience: [],
      author: { kind: 'service', id: 'context-builder' },
      context: {
        shadow: { id: shadow.id, version: 1 },
        agent: 'assistant',
        context_id: context.id,
        response: { id: response.id },
        outcome: 'loses',
        grounded: 1,
        lost: [{ id: rent, version: 1, stage: 'over_budget' }],
        live: { tokens: tokens.total, max_tokens: budget.max_tokens },
        other: { max_tokens: 64 },
        dropped: 0,
      },
    });
    const {
      other,
      live,
      left_out = 0,
      cost_usd,
      work_ms,
      spent_ms,
    } = (built as Envelope<ContextShadowBuildV1>).context;
    expect(other?.tokens).toBeLessThanOrEqual(64);
    expect(left_out).toBeGreaterThan(0);
    expect(cost_usd).toBeCloseTo((((other?.tokens ?? 0) - live.tokens) * 2) / 1e6, 12);
    expect(work_ms).toBeGreaterThan(0);
    expect(spent_ms).toBe(work_ms);
    expect(JSON.stringify(built)).not.toContain('Lisbon');
    expect(running.scene.sentContexts()).toHaveLength(1);
  });

  it('with the settings of the turn builds what the turn has read, also after a restart of the builder', async () => {
    await running.scene.import([{ text: RENT }, ...talk]);
    await start({ config: {} });
    await answer();
    await eventually(async () => ((await builds()).length > 0 ? true : null));
    const second = await startBuilder(running.store);
    try {
      await answer('And what does the landlord want?');
      const both = await eventually(async () => ((await builds()).length > 1 ? builds() : null));
      for (const { context } of both) {
        expect(context).toMatchObject({ added: 0, left_out: 0 });
        expect(context.other?.tokens).toBe(context.live.tokens);
      }
      const spent = both.map(({ context }) => context.spent_ms).sort((a, b) => a - b);
      expect(spent[1]).toBeGreaterThan(spent[0] ?? 0);
    } finally {
      await second.close();
    }
  });

  it('stops by itself when its work is over the limit, says why, and builds nothing more', async () => {
    await running.scene.import([{ text: RENT }]);
    await start({ limits: { work_seconds: 0.000001 } });
    await answer();
    const stopped = await eventually(async () =>
      (await shadowNow()).context.state === 'stopped' ? shadowNow() : null,
    );
    expect(stopped).toMatchObject({
      version: 2,
      updated_by: { kind: 'service', id: 'context-builder' },
      context: { because: expect.stringContaining('its limit is 0.000001 s') as string },
    });
    const { response } = await answer('And the deposit?');
    await running.scene.groundingOf(response);
    expect(await builds()).toHaveLength(1);
  });

  it('says why a context could not be built', async () => {
    await running.scene.import([{ text: RENT }]);
    const message = await running.scene.say('What is the rent of the flat in Lisbon?');
    const turn = await running.scene.openTurn(message);
    await running.scene.contextFor(turn);
    const response = await running.scene.answer(turn, REPLY);
    await running.scene.groundingOf(response);
    await start();
    await running.store.erase(message);
    const [built] = await eventually(async () => {
      await running.scene.redeliver(response);
      return (await builds()).length > 0 ? builds() : null;
    });
    expect(built?.context).toMatchObject({
      outcome: 'failed',
      because: expect.stringContaining('was erased') as string,
      lost: [],
    });
    expect(built?.context).not.toHaveProperty('other');
  });

  it('is written by operators alone, with settings that a context can be built with, and one workspace knows nothing of another', async () => {
    await expect(start({ config: { budget: { max_tokens: 1 } } })).rejects.toMatchObject({ code: 'invalid_payload' });
    await expect(start({ config: { consumer: 'assistant' } })).rejects.toMatchObject({ code: 'invalid_payload' });
    const user = await running.store.as('gateway', running.scene.workspace, { key: running.scene.userKey });
    const draft = { schema_name: ContextShadow.name, context: { agent: 'assistant', state: 'running', config: {} } };
    await expect(user.commit({ writes: [{ op: 'create', draft }] })).rejects.toMatchObject({ code: 'wrong_writer' });
    await start();
    expect((await user.request(List, { schema: ContextShadow.name })).crumbs).toEqual([]);
    const elsewhere = await running.store.workspace();
    expect(await running.store.crumbs(elsewhere, ContextShadow.name)).toEqual([]);
    expect(await running.store.crumbs(elsewhere, AgentContext.name)).toEqual([]);
  });
});
