import type { Candidate, SourcePlan } from '@crumbtrail/contracts';
import { PermanentError } from '@crumbtrail/platform';
import { ASSISTANT, candidate, id, source } from '../../test/crumbs';
import { authorise, type Eyes } from './authorise';

const eyes: Eyes = { workspace: 'default', session: 'demo', agent: 'assistant', viewers: [{ participant: ASSISTANT }] };
const pass = (one: Candidate, by: SourcePlan = source(), who: Eyes = eyes): unknown =>
  authorise(
    {
      sources: [{ source: by, candidates: [candidate(1, 'fine', { author: ASSISTANT }), one] }],
      index_position: 1,
      embedder: null,
      queries: 1,
    },
    who,
  );

describe('the second lock', () => {
  test.each([
    ['for all', candidate(2, 'x')],
    ['for agents', candidate(2, 'x', { audience: 'agents' })],
    ['for this agent', candidate(2, 'x', { audience: ['assistant'] })],
    ["the agent's own", candidate(2, 'x', { audience: ['ann'], author: ASSISTANT })],
  ])('lets through what is %s', (_what, one) => {
    expect(pass(one)).toMatchObject({ passed: 'second lock' });
  });

  test.each([
    ['of another workspace', candidate(7, 'x', { workspace: 'other' })],
    ['of another session', candidate(7, 'x', { session: 'other' })],
    ['of no session', candidate(7, 'x', { session: undefined })],
    ['for somebody else', candidate(7, 'x', { audience: ['ann'] })],
  ])('fails the whole build, naming the crumb, for one that is %s', (_what, one) => {
    expect(() => pass(one)).toThrow(PermanentError);
    expect(() => pass(one)).toThrow(id(7));
  });

  test("fails for another's crumb in the agent's own scope", () => {
    expect(() => pass(candidate(7, 'x'), source({ scope: 'agent' }))).toThrow(id(7));
  });

  test('fails for what whoever previews may not read, though the agent may; an operator may', () => {
    const secret = candidate(7, 'x', { audience: 'agents' });
    const ann = { participant: { kind: 'user', id: 'ann' } } as const;
    const both = (operator: boolean): Eyes => ({ ...eyes, viewers: [...eyes.viewers, { ...ann, operator }] });
    expect(() => pass(secret, source(), both(false))).toThrow(id(7));
    expect(pass(secret, source(), both(true))).toMatchObject({ passed: 'second lock' });
  });
});
