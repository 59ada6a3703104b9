import type { Participant, TrailNode } from '@crumbtrail/contracts';
import { authorKindLabel, authorService, describeNode, nodeSummary, rawTitle } from './node-labels';

const author = (kind: Participant['kind'], id: string): Participant => ({ kind, id });
const node = (by: Participant, more: Partial<TrailNode> = {}): TrailNode => ({
  id: 'a',
  position: 1,
  schema_name: 'agent.context.v1',
  version: 1,
  hop: 0,
  at_ms: 20,
  created_at: '2026-01-01T00:00:00Z',
  author: by,
  tokens: 12,
  ...more,
});

describe('the author of a trail node', () => {
  it.each<[Participant, string, string | undefined]>([
    [author('service', 'context-builder'), 'service', 'context-builder'],
    [author('tool', 'dice'), 'tool', 'tool-runner'],
    [author('agent', 'assistant'), 'agent', undefined],
    [author('operator', 'root'), 'operator', undefined],
    [author('user', 'ann'), '', undefined],
  ])('%j has the kind label "%s" and the service %s', (by, label, service) => {
    expect([authorKindLabel(by), authorService(by)]).toEqual([label, service]);
  });
});

const named = (one: TrailNode, name: string): string =>
  describeNode({ node: one }, rawTitle(one, name), nodeSummary(one));

describe('describeNode, the accessible name of a row', () => {
  it('names the service, agent or person', () => {
    expect(named(node(author('service', 'context-builder')), 'context-builder')).toBe(
      'agent.context.v1 by service context-builder, after 20 ms, 12 tokens',
    );
    expect(named(node(author('user', 'ann')), 'José')).toMatch(/^agent\.context\.v1 by user José,/);
  });

  it('contains everything the row shows, including what went wrong', () => {
    const failed = node(author('agent', 'assistant'), {
      schema_name: 'agent.response.v1',
      error: 'deadline',
      partial: true,
      tokens: 7,
      cost_usd: 0.5,
      summary: 'late',
    });
    expect(named(failed, 'Lola')).toBe(
      'agent.response.v1 by agent Lola, after 20 ms, 7 tokens, $0.50, failed: deadline, incomplete, late',
    );
  });
});
