import { type AgentContextV1, type AgentResponseV1, type Envelope, unpackAccount } from '@crumbtrail/contracts';
import { Replay } from '@crumbtrail/contracts/operations/recorded-contexts';
import { useBuilder } from './use-builder';

const running = useBuilder();

const PRICES = { input: 2, output: 8, cached_input: 0.5 };
const OWL = 'The owl sleeps in the old barn.';
/** Between the two, so that a search for one does not find the other as its neighbour. */
const OTHERS = ['Flour costs two coins.', 'Mary painted her bicycle.'];
const HERONS = ['The heron eats frogs at noon.', 'The heron nests on the roof of the mill.'];
const SEARCHED = {
  sources: [
    { type: 'recent' as const, limit: 1 },
    { type: 'hybrid' as const, section: 'knowledge' as const },
  ],
  recent_exchanges: 0,
};

/** The contexts of two turns that follow each other: about the heron, then about the heron and the owl, which was written first. */
async function twoTurns(usage?: AgentResponseV1['usage']): Promise<Envelope<AgentContextV1>[]> {
  const { scene } = running;
  await scene.import([OWL, ...OTHERS, ...HERONS].map((text) => ({ text })));
  const first = await scene.openTurn(
    await scene.say('Does the heron eat frogs at noon, and does it nest on the roof of the mill?'),
  );
  const before = await scene.contextFor(first);
  await scene.answer(first, 'Frogs.', usage ? { usage } : {});
  const second = await scene.openTurn(
    await scene.say(
      'Does the heron eat frogs at noon, nest on the roof of the mill, and does the owl sleep in the old barn?',
    ),
  );
  return [before, await scene.contextFor(second)];
}

/** The texts among those imported that a context shows, in its order. */
function shown({ context }: Envelope<AgentContextV1>): string[] {
  const text = context.formatted_context ?? '';
  return [OWL, ...HERONS].filter((one) => text.includes(one)).sort((a, b) => text.indexOf(a) - text.indexOf(b));
}

describe('the order of what a search found for a section that is meant to stay the same', () => {
  it('is that of the turn before, where cached tokens cost less, and what is new comes after it', async () => {
    await running.scene.configure(SEARCHED);
    const [before, after] = await twoTurns({ prompt_tokens: 100, prices: PRICES });
    expect([shown(before as never), shown(after as never)]).toEqual([HERONS, [...HERONS, OWL]]);
    const rows = unpackAccount(before?.context.account as never);
    const kept = rows.filter(({ decision, section }) => decision === 'kept' && section === 'knowledge');
    const tokens = kept.reduce((sum, row) => sum + row.tokens, 0);
    const saved_usd = expect.closeTo((tokens * 1.5) / 1e6, 10) as number;
    expect(after?.context.kept_order).toEqual({ context: before?.id, tokens, saved_usd });
    const client = await running.store.asOperator(running.scene.workspace);
    expect(await client.request(Replay, { context: after?.id ?? '' })).toMatchObject({ identical: true, differs: [] });
  });

  it('is that of the turn before in lmml, whose nonce stays the same in a session', async () => {
    await running.scene.configure({ ...SEARCHED, format: 'lmml' });
    const [before, after] = await twoTurns({ prompt_tokens: 100, prices: PRICES });
    expect(shown(after as never)).toEqual([...HERONS, OWL]);
    expect(after?.context.kept_order).toMatchObject({ context: before?.id });
  });

  it('is that of the log where no price is known', async () => {
    await running.scene.configure(SEARCHED);
    const [, unpriced] = await twoTurns();
    expect([shown(unpriced as never), unpriced?.context.kept_order]).toEqual([[OWL, ...HERONS], undefined]);
  });

  it.each([
    ['cached tokens cost as much as others', SEARCHED, { input: 2, output: 8 }],
    ['a config says so', { ...SEARCHED, keep_order: false }, PRICES],
  ])('is that of the log where %s', async (_, config, prices) => {
    await running.scene.configure(config);
    const [, after] = await twoTurns({ prompt_tokens: 100, prices });
    expect([shown(after as never), after?.context.kept_order]).toEqual([[OWL, ...HERONS], undefined]);
  });
});
