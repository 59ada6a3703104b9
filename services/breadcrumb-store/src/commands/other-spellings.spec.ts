import { SchemaDef, UserMessage } from '@crumbtrail/contracts';
import { operator } from '../../test/store-under-test';
import { prepareCommit } from './prepare-commit';
import { randomIds } from './random-ids';

const refusal = (write: object): unknown => {
  try {
    prepareCommit({ writes: [write] } as unknown as Parameters<typeof prepareCommit>[0], operator('w'), randomIds);
    return null;
  } catch (error) {
    return (error as { problem: { issues: unknown } }).problem.issues;
  }
};
const create = (more: object): unknown =>
  refusal({ op: 'create', draft: { schema_name: UserMessage.name, context: { content: 'x' }, ...more } });
const update = (patch: object): unknown =>
  refusal({ op: 'update', id: '0197a6d0-0000-7000-8000-000000000003', if_match: 1, patch });

const TTL = { path: '/ttl', rule: 'spelling', message: expect.stringContaining('write expires_at') as string };
const IN_PAYLOAD = {
  path: '/context/llm_hints',
  rule: 'spelling',
  message: expect.stringContaining('write llm_hints beside context') as string,
};

describe('fields as other systems write them are refused with the right spelling:', () => {
  test('`ttl`', () => {
    expect(create({ ttl: '2026-05-08T09:30:00Z' })).toEqual([TTL]);
    expect(update({ title: 'x', ttl: 300 })).toEqual([TTL]);
  });

  test('`llm_hints` inside `context`, except in the definition of a schema', () => {
    const llm_hints = { template: '{{content}}' };
    expect(create({ schema_name: 'chat.history.v1', context: { messages: [], llm_hints } })).toEqual([IN_PAYLOAD]);
    expect(update({ context: { content: 'x', llm_hints } })).toEqual([IN_PAYLOAD]);
    const defined = { defines: 'note.v1', schema: { type: 'object' }, llm_hints, examples: [{ content: 'x' }] };
    expect(create({ schema_name: SchemaDef.name, context: defined })).toBeNull();
  });
});
