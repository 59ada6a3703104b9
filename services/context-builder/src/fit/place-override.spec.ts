import type { SessionOverrideItem } from '@crumbtrail/contracts';
import { at, candidate } from '../../test/crumbs';
import { config, DEFINITION, InMemoryReader, overrideOf, sceneOf, TRIGGER } from '../../test/in-memory-reader';
import { recordContext, restoreRecorded } from '../../test/recorded';
import { replay } from '../explain/replay';

const said = [candidate(1, 'The gate is shut.'), candidate(2, 'Then we wait.')];
/** The turn of `recordContext` begins here. */
const NOW = at(30);
const tavern = sceneOf({ session: 'demo', scenario: 'A tavern.', injections: [{ id: 'storm', text: 'Rain.' }] });

const built = async (overrides: readonly SessionOverrideItem[], format: 'markdown' | 'messages' = 'markdown') =>
  (await recordContext([DEFINITION, TRIGGER, config({ format }), tavern, overrideOf(overrides)], said)).built;

describe('an override of an operator in a context', () => {
  test('replaces the scenario of the scenes, with its macros expanded', async () => {
    const { text, scene } = await built([{ id: 'ship', verb: 'scenario', text: 'A ship, says {{char}}.' }]);
    expect(text).toContain('## Scenario\n  A ship, says Assistant.');
    expect(text).not.toContain('A tavern.');
    expect(scene?.records.at(-1)).toEqual({ id: overrideOf([]).id, version: 1 });
  });

  test('injects a text at its place, beside an injection of a scene with the same id', async () => {
    const { text } = await built(
      [{ id: 'storm', verb: 'inject', text: 'Somebody knocks.', depth: 1, role: 'user' }],
      'messages',
    );
    const messages = JSON.parse(text) as { role: string; content: string }[];
    expect(messages.at(-2)).toEqual({ role: 'user', content: 'Somebody knocks.' });
    expect(text).toContain('Rain.');
  });

  test('limits the budget before the configuration of the agent', async () => {
    const stored = [DEFINITION, TRIGGER, config({ budget: { max_tokens: 4_000 } })];
    const budget = overrideOf([{ id: 'small', verb: 'budget', max_tokens: 900 }]);
    expect((await recordContext(stored, said)).built.budget.max_tokens).toBe(4_000);
    expect((await recordContext([...stored, budget], said)).built.budget.max_tokens).toBe(900);
  });

  test.each([
    [at(31), true],
    [NOW, false],
    [at(29), false],
  ])('that ends at %s has an effect at the time of the turn: %s', async (until, applies) => {
    const all: SessionOverrideItem[] = [
      { id: 'ship', verb: 'scenario', text: 'A ship.', until },
      { id: 'knock', verb: 'inject', text: 'Somebody knocks.', until },
      { id: 'small', verb: 'budget', max_tokens: 900, until },
    ];
    const { text, budget, scene } = await built(all);
    expect([text.includes('A ship.'), text.includes('Somebody knocks.')]).toEqual([applies, applies]);
    expect(budget.max_tokens === 900).toBe(applies);
    expect(scene?.records).toHaveLength(applies ? 2 : 1);
  });

  test('that only pauses or mutes is not on the record of a context', async () => {
    const quiet = overrideOf([{ id: 'quiet', verb: 'mute', agents: ['bob'] }]);
    expect((await recordContext([DEFINITION, TRIGGER, quiet], said)).built.scene).toBeUndefined();
  });

  test('costs no query more', async () => {
    const reader = async (overrides: readonly SessionOverrideItem[]) =>
      (await recordContext([DEFINITION, TRIGGER, overrideOf(overrides)], said)).built.queries;
    expect(await reader([{ id: 'ship', verb: 'scenario', text: 'A ship.' }])).toBe(await reader([]));
  });

  test.each(['markdown', 'lmml', 'messages'] as const)(
    'is replayed byte-identically in %s after it was reverted',
    async (format) => {
      const before = overrideOf([
        { id: 'ship', verb: 'scenario', text: 'A ship. {{roll:2d6}}', until: at(31) },
        { id: 'knock', verb: 'inject', text: 'Somebody knocks.', depth: 1 },
        { id: 'small', verb: 'budget', max_tokens: 900 },
      ]);
      const stored = [DEFINITION, TRIGGER, config({ format }), tavern, before];
      const { crumb, built: first } = await recordContext(stored, said);
      expect(first.text).toContain('Somebody knocks.');
      const reverted = overrideOf([], { version: 2 });
      const reader = new InMemoryReader([crumb, ...stored, reverted], said);
      const { recorded, restored } = await restoreRecorded(reader);
      expect(replay(recorded, restored)).toMatchObject({ identical: true, formatted_context: first.text });
    },
  );
});
