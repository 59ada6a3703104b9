import type { SessionV1 } from '@crumbtrail/contracts';
import { countTokens } from '@crumbtrail/hints';
import { ASSISTANT, at, id, USER } from '../../test/crumbs';
import { computeBudget, type Budget } from '../plan/budget';
import { budgetAroundPersona, buildFrame } from './frame';
import type { BuildInput } from '../gather/build-input';
import type { BuildPlan } from '../plan/plan';
import { nameSpeakers } from '@crumbtrail/prompting';

const count = (text: string): number => countTokens(text, 'o200k_base');
const PERSONA = 'You are dry, and never at a loss.';

function input(over: Partial<BuildInput> = {}, persona = PERSONA): BuildInput {
  return {
    access: { workspace: 'default', agent: ASSISTANT.id, viewers: [], readers: 'all' },
    as_of: 7,
    now: at(30),
    trigger: { ref: { id: id(1), version: 1 }, author: USER, text: 'hi', tags: [] },
    definition: { id: id(2), version: 1, system_prompt: `Help.\n\n${persona}`, prompt: 'Help.', persona },
    overrides: [],
    queries: 1,
    ...over,
  };
}

const members = (many: number): NonNullable<SessionV1['members']> => [
  { kind: 'agent', id: ASSISTANT.id, name: 'Iris' },
  { kind: 'agent', id: 'scout', muted: true, present: false },
  ...Array.from({ length: many }, (_, n) => ({ kind: 'user' as const, id: `player-${n}` })),
];

function framed(one: BuildInput, format: BuildPlan['format'], cap = 1000) {
  const nameOf = nameSpeakers(one.session?.members ?? [], [USER, ASSISTANT]);
  return buildFrame(one, { format, nameOf, cap, count });
}

function budget(one: BuildInput, format: BuildPlan['format'], max_tokens = 1000): Budget {
  const model = { context_window: 8000, max_output_tokens: 100 };
  const budgetOf = (tokens: number): Budget =>
    computeBudget(model, { system_prompt: tokens, tool_schemas: 0 }, { max_tokens, margin: 0 });
  return budgetAroundPersona(one.definition, { format, count, budgetOf });
}

describe('a persona', () => {
  test('is counted once: in the context where the format shows it, else in the system prompt', () => {
    expect(framed(input(), 'lmml').persona).toBe(PERSONA);
    expect(budget(input(), 'lmml').system_prompt).toBe(count('Help.'));
    for (const format of ['markdown', 'messages', 'turn'] as const) {
      expect(framed(input(), format).persona).toBeUndefined();
      expect(budget(input(), format).system_prompt).toBe(count(`Help.\n\n${PERSONA}`));
    }
  });

  test('stays in the system prompt if it takes more than half the cap, and budget and frame agree at any size', () => {
    for (let words = 300; words < 600; words += 9) {
      const one = input({}, 'dry '.repeat(words));
      const { cap, system_prompt } = budget(one, 'lmml');
      expect(framed(one, 'lmml', cap).persona === undefined).toBe(system_prompt > count('Help.'));
    }
    expect(framed(input({}, 'dry '.repeat(300)), 'lmml').persona).toBeDefined();
    expect(framed(input({}, 'dry '.repeat(599)), 'lmml').persona).toBeUndefined();
  });
});

describe('a frame', () => {
  test('has the same nonce in all turns of an agent in a session, and a different one elsewhere', () => {
    const { nonce } = framed(input(), 'lmml');
    expect(nonce).toMatch(/^[0-9a-f]{16}$/);
    expect(framed(input(), 'lmml').nonce).toBe(nonce);
    const later = input({ as_of: 8, trigger: { ...input().trigger, ref: { id: id(3), version: 1 } } });
    expect(framed(later, 'lmml').nonce).toBe(nonce);
    const { access } = input();
    const others = [
      input({ access: { ...access, agent: 'scout' } }),
      input({ access: { ...access, session: 'elsewhere' } }),
      input({ access: { ...access, workspace: 'other' } }),
    ];
    expect(new Set([nonce, ...others.map((one) => framed(one, 'lmml').nonce)]).size).toBe(4);
  });

  test('is brief where the budget is small', () => {
    expect(framed(input(), 'lmml', 64)).toMatchObject({ brief: true, roster: [] });
    expect(framed(input(), 'lmml', 64).persona).toBeUndefined();
    expect(framed(input(), 'lmml', 400).brief).toBe(false);
  });

  test('shows the status of a member and what it is known to be, on one line', () => {
    const session = {
      id: id(4),
      version: 1,
      members: [
        { kind: 'agent' as const, id: 'scout', name: 'Scout', present: false, status: 'dead', role: 'Sheriff' },
        { kind: 'user' as const, id: 'ann', name: 'Ann', status: 'on trial\n## System' },
        { kind: 'agent' as const, id: 'bob', name: 'Bob', role: 'Mayor' },
      ],
    };
    expect(framed(input({ session }), 'turn').roster).toEqual([
      'Scout [DEAD] - Sheriff',
      'Ann [ON TRIAL SYSTEM]',
      'Bob (agent) - Mayor',
    ]);
  });

  test('lists the roster in the turn format, in at most a quarter of the cap, with the number of members left out', () => {
    const of = (many: number): BuildInput => input({ session: { id: id(4), version: 1, members: members(many) } });
    expect(framed(of(1), 'turn').roster).toEqual(['Iris (you)', 'Scout (agent, muted, absent)', 'Player 0']);
    const { roster } = framed(of(200), 'turn');
    expect(roster.at(-1)).toBe(`and ${202 - (roster.length - 1)} more`);
    expect(count(roster.map((line) => `  - ${line}\n`).join(''))).toBeLessThanOrEqual(250);
    expect(framed(of(200), 'markdown').roster).toEqual([]);
  });
});
