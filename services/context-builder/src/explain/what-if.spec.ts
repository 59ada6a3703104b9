import type { Envelope, Erased } from '@crumbtrail/contracts';
import * as fc from 'fast-check';
import { anyCandidates, anyOverrides } from '../../test/arbitrary';
import { ASSISTANT, at, candidate, id, USER } from '../../test/crumbs';
import { config, DEFINITION, InMemoryReader, TRIGGER } from '../../test/in-memory-reader';
import { recordContext, restoreRecorded, type RecordedBuild } from '../../test/recorded';
import { checkBudgets, reachedBudget, simulateBudgets } from './what-if';

const crumbs = [DEFINITION, TRIGGER];
const talk = Array.from({ length: 40 }, (_, n) =>
  candidate(n + 1, `And now the port of server ${n + 1} is ${8000 + n}, said number ${n * 7}.`, {
    author: n % 2 === 0 ? ASSISTANT : { kind: 'user', id: 'user' },
  }),
);

const asked = async (left: RecordedBuild, budgets: readonly number[], found = talk, gone: readonly string[] = []) => {
  const reader = new InMemoryReader([left.crumb, ...crumbs], found, null, new Set(gone));
  const { recorded, restored } = await restoreRecorded(reader, reachedBudget);
  return simulateBudgets(recorded, restored, budgets);
};

describe('a what-if', () => {
  const overrides = config({
    budget: { max_tokens: 500 },
    sources: [{ type: 'recent', limit: 40 }, { type: 'hybrid' }],
  });

  test('changes nothing at the recorded budget, for any store, configuration and counting', async () => {
    const counting = fc.constantFrom(
      { mode: 'exact' as const },
      { mode: 'estimate' as const, factor: 1.3, margin: 0.1 },
    );
    await fc.assert(
      fc.asyncProperty(anyCandidates, anyOverrides, counting, async (found, settings, counted) => {
        const definition = { ...DEFINITION, context: { ...DEFINITION.context, model: { counting: counted } } };
        const left = await recordContext([definition, TRIGGER, config(settings)], found);
        const { budget, tokens } = left.built;
        const [same] = (await asked(left, [budget.max_tokens], found)).budgets;
        expect(same).toMatchObject({ tokens: tokens.total, enters: [], leaves: [] });
        expect([same?.shortened, same?.lengthened]).toEqual([undefined, undefined]);
      }),
      { numRuns: 40 },
    );
  });

  test('reports what a larger budget adds and a smaller one drops, and never exceeds the budget', async () => {
    const left = await recordContext([...crumbs, overrides], talk);
    const { recorded, budgets, beyond } = await asked(left, [200, 500, 2000]);
    type At = (typeof budgets)[number];
    const [less, same, more] = budgets as unknown as [At, At, At];
    expect(recorded).toEqual({ max_tokens: 500, tokens: left.built.tokens.total, kept: same.kept });
    const changes = [less, same, more].map(({ enters, leaves }) => [enters.length, leaves.length]);
    expect(changes).toEqual([
      [0, recorded.kept - less.kept],
      [0, 0],
      [more.kept - recorded.kept, 0],
    ]);
    expect(more.enters.length).toBeGreaterThan(10);
    expect(less.leaves[0]).toMatchObject({
      decision: 'over_budget',
      reason: expect.stringMatching(/tokens|cap/) as string,
    });
    expect(budgets.every(({ tokens, max_tokens }) => tokens <= max_tokens)).toBe(true);
    expect(beyond).toBe(0);
  });

  test('a text that gave way to a newer one stays out at the recorded budget and enters with a larger one', async () => {
    const said = 'And now the dashboard of the Lisbon office runs behind the proxy on port';
    const found = [8443, 9443, 7443, 6443].map((port, n) => candidate(n + 1, `${said} ${port}.`));
    const settings = { sources: [{ type: 'hybrid' }], recent_exchanges: 0, budget: { max_tokens: 64 } };
    const left = await recordContext([...crumbs, config(settings as never)], found);
    const row = left.built.items.find((item) => item.id === id(1));
    expect([row?.decision, row?.reason?.slice(0, 17)]).toEqual(['superseded', 'by the newer text']);
    const { budgets } = await asked(left, [64, 500], found);
    expect(budgets.map(({ enters, leaves }) => [enters.some((item) => item.id === id(1)), leaves.length])).toEqual([
      [false, 0],
      [true, 0],
    ]);
  });

  test('reports what stays with fewer characters, and what a larger budget shows more of', async () => {
    const text = Array.from({ length: 60 }, (_, n) => `The port of server ${n} is ${8000 + n} now.`).join(' ');
    const long = [candidate(1, text)];
    const settings = { sources: [{ type: 'hybrid' }], excerpts: { over: 4000 } };
    const build = (max_tokens: number) =>
      recordContext([...crumbs, config({ ...settings, budget: { max_tokens } } as never)], long);
    const [less] = (await asked(await build(4000), [300], long)).budgets;
    const cut = less?.shortened?.[0]?.cut ?? 0;
    expect(less).toMatchObject({ enters: [], leaves: [], shortened: [{ id: id(1), decision: 'kept' }] });
    expect(cut > 0 && cut < text.length).toBe(true);
    const [more] = (await asked(await build(300), [4000], long)).budgets;
    expect(more).toMatchObject({ enters: [], leaves: [], lengthened: [{ id: id(1) }] });
    expect(more?.lengthened?.[0]).not.toHaveProperty('cut');
  });

  test('keeps exactly what a build with that budget would have kept', async () => {
    const left = await recordContext([...crumbs, overrides], talk);
    const other = await recordContext(
      [...crumbs, config({ ...overrides.context, budget: { max_tokens: 900 } } as never)],
      talk,
    );
    const [at900] = (await asked(left, [900])).budgets;
    expect(at900?.tokens).toBe(other.built.tokens.total);
  });

  test('omits items that were erased meanwhile, and lists them', async () => {
    const left = await recordContext([...crumbs, overrides], talk);
    const { erased, beyond, budgets } = await asked(left, [4000], talk, [id(40)]);
    expect(beyond).toBe(1);
    expect(erased).toEqual([{ id: id(40), version: 1, chunk: 0 }]);
    expect(budgets[0]?.leaves.map((row) => row.id)).toEqual([id(40)]);
  });

  test('is refused if the message is no longer available', async () => {
    const left = await recordContext([...crumbs, overrides], talk);
    const gone = { id: TRIGGER.id, erased: true as const, erased_at: at(90), erased_by: USER, position: 99 };
    const whatIfWithout = async (stored: readonly (Envelope | Erased)[]) => {
      const { recorded, restored } = await restoreRecorded(
        new InMemoryReader([left.crumb, ...stored], talk),
        reachedBudget,
      );
      return simulateBudgets(recorded, restored, [500]);
    };
    await expect(whatIfWithout([DEFINITION, gone])).rejects.toMatchObject({ code: 'erased' });
    await expect(whatIfWithout([DEFINITION])).rejects.toMatchObject({ code: 'not_found' });
  });

  test.each([[[]], [[63]], [[1.5]], [[1_000_001]], ['500'], [Array.from({ length: 17 }, (_, n) => 100 + n)]])(
    'is refused for budgets %j',
    (budgets) => {
      expect(() => checkBudgets(budgets)).toThrow('1 to 16 budgets, each a whole number of tokens from 64 to 1000000');
    },
  );

  test('simulates each budget once, smallest first', () => {
    expect(checkBudgets([500, 100, 500])).toEqual([100, 500]);
  });
});
