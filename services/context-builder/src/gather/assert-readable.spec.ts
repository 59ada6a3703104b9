import type { Candidate, Participant, SourcePlan, Viewer } from '@crumbtrail/contracts';
import { PermanentError } from '@crumbtrail/platform';
import * as fc from 'fast-check';
import { ASSISTANT, candidate, id, source, USER } from '../../test/crumbs';
import { ForbiddenItem } from '../errors';
import { assertReadable, type AccessScope } from './assert-readable';

const access: AccessScope = {
  workspace: 'default',
  session: 'demo',
  agent: 'assistant',
  viewers: [{ participant: ASSISTANT }],
  readers: [],
};
const pass = (one: Candidate, by: SourcePlan = source(), who: AccessScope = access): unknown =>
  assertReadable(
    {
      sources: [{ source: by, candidates: [candidate(1, 'fine', { author: ASSISTANT }), one] }],
      beyond: 0,
      hidden: 0,
      index_position: 1,
      embedder: null,
      queries: 1,
    },
    who,
  );

describe('assertReadable', () => {
  test.each([
    ['for all', candidate(2, 'x')],
    ['for agents', candidate(2, 'x', { audience: 'agents' })],
    ['for this agent', candidate(2, 'x', { audience: ['agent:assistant'] })],
    ["the agent's own", candidate(2, 'x', { audience: ['user:ann'], author: ASSISTANT })],
  ])('passes a candidate %s', (_what, one) => {
    expect(pass(one)).toMatchObject({ checked: 'readable' });
  });

  test.each([
    ['of another workspace', candidate(7, 'x', { workspace: 'other' })],
    ['of another session', candidate(7, 'x', { session: 'other' })],
    ['of no session', candidate(7, 'x', { session: undefined })],
    ['for another audience', candidate(7, 'x', { audience: ['user:ann'] })],
    ['for a user of the same name', candidate(7, 'x', { audience: ['user:assistant'] })],
  ])('fails the whole build and names the crumb, for a candidate %s', (_what, one) => {
    expect(() => pass(one)).toThrow(PermanentError);
    expect(() => pass(one)).toThrow(id(7));
  });

  test("fails for another author's crumb in scope agent", () => {
    expect(() => pass(candidate(7, 'x'), source({ scope: 'agent' }))).toThrow(id(7));
  });

  test('fails for what the previewing client may not read, unless it is an operator', () => {
    const secret = candidate(7, 'x', { audience: 'agents' });
    const ann = { participant: { kind: 'user', id: 'ann' } } as const;
    const both = (operator: boolean): AccessScope => ({
      ...access,
      viewers: [...access.viewers, { ...ann, operator }],
      readers: [],
    });
    expect(() => pass(secret, source(), both(false))).toThrow(id(7));
    expect(pass(secret, source(), both(true))).toMatchObject({ checked: 'readable' });
  });
});

describe('assertReadable, for any candidates and sources,', () => {
  const people = fc.constantFrom<Participant>(
    ASSISTANT,
    USER,
    { kind: 'user', id: 'ann' },
    { kind: 'agent', id: 'scout' },
  );
  const audience = fc.constantFrom<Candidate['audience']>(
    'all',
    'agents',
    ['user:ann'],
    ['agent:assistant', 'user:user'],
    [],
  );
  const found = fc.record({
    author: people,
    audience,
    session: fc.constantFrom('demo', 'other'),
    workspace: fc.constantFrom('default', 'default', 'other'),
  });
  const scope = fc.constantFrom<SourcePlan['scope']>('session', 'agent', 'workspace');
  const type = fc.constantFrom<SourcePlan['type']>(
    'recent',
    'latest',
    'tagged',
    'text',
    'vector',
    'hybrid',
    'trail',
    'catalog',
  );
  const sources = fc.array(fc.record({ scope, type, found: fc.array(found, { maxLength: 6 }) }), { maxLength: 4 });
  const asker = fc.option(fc.record({ participant: people, operator: fc.boolean() }), { nil: undefined });

  test('fails the build if any candidate may not be read by the agent or the client', () => {
    fc.assert(
      fc.property(sources, asker, (all, who) => {
        const viewers = [{ participant: ASSISTANT }, ...(who ? [who] : [])];
        const retrieved = all.map((one, n) => ({
          source: source({ name: `s${n}`, type: one.type, scope: one.scope }),
          candidates: one.found.map((over, at) => candidate(n * 10 + at + 1, 'x', over)),
        }));
        const reads = (one: Candidate, { participant, operator }: Viewer): boolean =>
          operator === true ||
          (one.author.kind === participant.kind && one.author.id === participant.id) ||
          one.audience === 'all' ||
          (one.audience === 'agents'
            ? participant.kind === 'agent'
            : one.audience.includes(`${participant.kind}:${participant.id}`));
        const fine = retrieved.every(({ source: { scope: within }, candidates }) =>
          candidates.every(
            (one) =>
              one.workspace === 'default' &&
              viewers.every((viewer) => reads(one, viewer)) &&
              (within !== 'session' || one.session === 'demo') &&
              (within !== 'agent' || one.author.id === 'assistant'),
          ),
        );
        const build = (): unknown =>
          assertReadable(
            { sources: retrieved, beyond: 0, hidden: 0, index_position: 1, embedder: null, queries: 1 },
            { ...access, viewers },
          );
        if (fine) expect(build()).toMatchObject({ checked: 'readable' });
        else expect(build).toThrow(ForbiddenItem);
      }),
      { numRuns: 500 },
    );
  });
});
