import type { AgentDefV1, Envelope } from '@crumbtrail/contracts';
import type { AgentDefinition } from '../src/agent-definition';

const AT = '2026-01-01T00:00:00.000Z';

/** A user's message at position 100, with the fields that the test sets. */
export function crumb(more: Partial<Envelope> = {}): Envelope {
  return {
    id: '00000000-0000-7000-8000-000000000001',
    workspace: 'default',
    schema_name: 'user.message.v1',
    session: 'demo',
    tags: [],
    context: { content: 'hello' },
    audience: 'all',
    author: { kind: 'user', id: 'ada' },
    trail_id: '00000000-0000-7000-8000-000000000001',
    hop: 0,
    imported: false,
    version: 1,
    position: 100,
    occurred_at: AT,
    created_at: AT,
    updated_at: AT,
    content_hash: 'h',
    ...more,
  };
}

/** The definition of an agent that subscribes to users' messages, written at position 10. */
export function definition(agent: string, more: Partial<AgentDefV1> = {}, position = 10): AgentDefinition {
  return crumb({
    id: `00000000-0000-5000-8000-${Buffer.from(agent.padEnd(6, '-').slice(0, 6)).toString('hex')}`,
    schema_name: 'agent.def.v1',
    session: undefined,
    audience: 'agents',
    author: { kind: 'operator', id: 'operator' },
    position,
    context: { agent, prompt: 'p', subscriptions: [{ schema: 'user.message.v1' }], ...more },
  }) as unknown as AgentDefinition;
}
