import type { Envelope } from '@crumbtrail/contracts';
import { modelStates } from './model-states';

const answer = (agent: string, context: object, at = '2026-01-01T00:00:00Z'): Envelope =>
  ({
    author: { kind: 'agent', id: agent },
    occurred_at: at,
    trail_id: `trail-${at}`,
    context: { turn: { id: 't' }, ...context },
  }) as unknown as Envelope;
const spoke = { action: 'speak', content: 'hello', model: 'small-1' };
const failed = (code: string, message = code): object => ({ action: 'error', error: { code, message } });

test('modelStates: counts the failures since the last answer, says what the provider said, and lists those first', () => {
  const states = modelStates([
    answer('nora', failed('model_error', 'The key is missing (401).'), '2026-01-03T00:00:00Z'),
    answer('abel', spoke),
    answer('nora', failed('rate_limited')),
    answer('nora', spoke),
    answer('nora', failed('unreachable')),
  ]);
  expect(states).toEqual([
    {
      agent: 'nora',
      model: 'small-1',
      failures: 2,
      message: 'The key is missing (401).',
      at: '2026-01-03T00:00:00Z',
      trail_id: 'trail-2026-01-03T00:00:00Z',
    },
    {
      agent: 'abel',
      model: 'small-1',
      failures: 0,
      at: '2026-01-01T00:00:00Z',
      trail_id: expect.any(String) as string,
    },
  ]);
});

test('modelStates: an error of the agent, a stopped turn and an imported answer say nothing of the provider', () => {
  const imported = { ...answer('abel', spoke), context: { action: 'speak', content: 'history' } } as Envelope;
  expect(modelStates([answer('nora', failed('no_context')), answer('rita', { action: 'stopped' }), imported])).toEqual(
    [],
  );
  const [nora] = modelStates([answer('nora', failed('no_context')), answer('nora', failed('timeout'))]);
  expect(nora?.failures).toBe(1);
});
