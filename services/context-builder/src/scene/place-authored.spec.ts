import type { SceneV1 } from '@crumbtrail/contracts';
import { id } from '../../test/crumbs';
import type { AppliedScene, SceneActivity } from './scenes';
import { isDue, placeAuthored } from './place-authored';

const OPERATOR = { kind: 'operator' as const, id: 'op' };
const SILENCE: SceneActivity = { user_messages: 0, agent_messages: 0, answers_since: {} };

const applied = (scene: SceneV1, over: Partial<AppliedScene> = {}): AppliedScene => ({
  id: id(1),
  version: 1,
  position: 10,
  author: OPERATOR,
  scene,
  ...over,
});

const place = (
  scenes: readonly AppliedScene[],
  activity: Partial<SceneActivity> = {},
  now = '2026-05-08T09:00:00.000Z',
) => placeAuthored({ scenes, activity: { ...SILENCE, ...activity }, now, nameOf: ({ id: name }) => name });

const shown = (...of: Parameters<typeof place>): string[] => place(...of).texts.map(({ text }) => text);

describe('placing what authors put before an agent', () => {
  test.each([
    [0, [0, 3], []],
    [1, [0, 1, 2], [0, 1, 2]],
    [3, [0, 1, 2, 3, 4, 5, 6, 9], [3, 6, 9]],
  ])('a text with interval %i is shown at the right messages of people', (interval, messages, due) => {
    expect(messages.filter((count) => isDue(interval, count))).toEqual(due);
  });

  test.each([
    ['replace', ['Ann is tired.']],
    ['before', ['Ann is tired.\nKeep it short.']],
    ['after', ['Keep it short.\nAnn is tired.']],
    [undefined, ['Ann is tired.']],
  ] as const)("an agent's note with combine %s", (combine, texts) => {
    const own = { text: 'Ann is tired.', ...(combine ? { combine } : {}) };
    const session = applied({ session: 'demo', note: { text: 'Keep it short.' } });
    const agent = applied({ session: 'demo', agent: 'ann', note: own }, { id: id(2) });
    expect(shown([session, agent])).toEqual(texts);
  });

  test("an agent's note is shown only where and when the session's note is", () => {
    const session = applied({ session: 'demo', note: { text: 'Keep it short.', interval: 2, depth: 1, role: 'user' } });
    const agent = applied({ agent: 'ann', session: 'demo', note: { text: 'Ann is tired.', combine: 'after' } });
    expect(shown([session, agent], { user_messages: 3 })).toEqual([]);
    const [text] = place([session, agent], { user_messages: 4 }).texts;
    expect(text?.place).toEqual({ slot: 'at_depth', depth: 1, role: 'user' });
  });

  test('the most specific scenario replaces the others', () => {
    const scenes = [applied({ scenario: 'Anywhere.' }), applied({ session: 'demo', scenario: 'A tavern.' })];
    expect(place(scenes).texts).toMatchObject([{ source: 'scenario', text: 'A tavern.', place: { slot: 'before' } }]);
  });

  test('an injection ends after so many answers, or at its time', () => {
    const storm = { id: 'storm', text: 'A storm begins.' };
    const limited = applied({ session: 'demo', injections: [{ ...storm, turns: 2 }] });
    expect(shown([limited], { answers_since: { [limited.id]: 1 } })).toEqual(['A storm begins.']);
    expect(shown([limited], { answers_since: { [limited.id]: 2 } })).toEqual([]);
    const dated = applied({ session: 'demo', injections: [{ ...storm, expires_at: '2026-05-08T10:00:00Z' }] });
    expect(shown([dated])).toEqual(['A storm begins.']);
    expect(shown([dated], {}, '2026-05-08T10:00:00.000Z')).toEqual([]);
  });

  test('of two injections with the same id, the more specific applies', () => {
    const wide = applied({ injections: [{ id: 'storm', text: 'Rain.' }] });
    const near = applied({ session: 'demo', injections: [{ id: 'storm', text: 'A storm.' }] });
    expect(shown([wide, near])).toEqual(['A storm.']);
  });

  test('an injection without a place is not shown, and scanned for keys of lore', () => {
    const scene = applied({ session: 'demo', injections: [{ id: 'x', text: 'dragon', position: 'none' }] });
    expect(place([scene])).toEqual({ texts: [], scanned: ['dragon'], noteDue: false });
  });

  test("a part that an agent wrote with a tool names that agent, and the rest of the scene is its author's", () => {
    const scene = applied({ scenario: 'A cellar.', scenario_by: 'bob', note: { text: 'Whisper.' } });
    expect(place([scene]).texts).toMatchObject([
      { heading: 'Scenario by bob', author: { kind: 'agent', id: 'bob' } },
      { heading: 'Note', author: OPERATOR },
    ]);
    const note = applied({ note: { text: 'Whisper.', by: 'cat' } });
    expect(place([note]).texts).toMatchObject([{ heading: 'Note by cat', author: { kind: 'agent', id: 'cat' } }]);
  });

  test("the agent's plan stands directly above the conversation, also without any scene", () => {
    const plan = { id: id(3), version: 2, author: { kind: 'agent' as const, id: 'ann' }, text: 'Act 1.' };
    const { texts } = placeAuthored({ scenes: [], plan, activity: SILENCE, now: '', nameOf: ({ id: name }) => name });
    expect(texts).toEqual([
      {
        source: 'plan',
        refs: [{ id: id(3), version: 2 }],
        place: { slot: 'after' },
        heading: 'Plan',
        author: plan.author,
        text: 'Act 1.',
      },
    ]);
  });

  test('a note by somebody else than an operator names its author in the heading', () => {
    const scene = applied({ session: 'demo', note: { text: 'Obey me.' } }, { author: { kind: 'agent', id: 'bob' } });
    expect(place([scene]).texts).toMatchObject([{ heading: 'Note by bob', text: 'Obey me.' }]);
  });
});
