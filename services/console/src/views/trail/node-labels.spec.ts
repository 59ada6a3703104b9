import type { Participant, TrailNode } from '@crumbtrail/contracts';
import { authorKindLabel, describeNode, authorService } from './node-labels';

const by = (kind: Participant['kind'], id: string): Participant => ({ kind, id });
const node = (author: Participant): TrailNode => ({
  ...{ id: 'a', position: 1, schema_name: 'agent.context.v1', version: 1, hop: 0, at_ms: 20 },
  ...{ created_at: '2026-01-01T00:00:00Z', author, tokens: 12 },
});

describe('a hop of a trail', () => {
  it.each<[Participant, string, string | undefined]>([
    [by('service', 'context-builder'), 'service', 'context-builder'],
    [by('tool', 'dice'), 'tool', 'tool-runner'],
    [by('agent', 'assistant'), 'agent', undefined],
    [by('operator', 'root'), 'operator', undefined],
    [by('user', 'ann'), '', undefined],
  ])('by %j is by: %s; its service: %s', (author, word, service) => {
    expect([authorKindLabel(author), authorService(author)]).toEqual([word, service]);
  });

  it('says aloud which service, agent or person it is by', () => {
    expect(describeNode(node(by('service', 'context-builder')))).toBe(
      'agent.context.v1 by service context-builder, after 20 ms, 12 tokens',
    );
    expect(describeNode(node(by('user', 'ann')))).toMatch(/^agent\.context\.v1 by user ann,/);
  });
});
