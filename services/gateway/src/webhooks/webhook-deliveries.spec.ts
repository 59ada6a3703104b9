import { AgentResponse } from '@crumbtrail/contracts';
import type { TaskChange } from '@crumbtrail/contracts/operations/task-pushes';
import type { FollowedTurn } from '@crumbtrail/contracts/operations/webhooks';
import { createLogger } from '@crumbtrail/platform';
import { toPushUpdates } from '../a2a/to-push-updates';
import type { ServiceRequests } from '../ports';
import type { TaskNotifier } from './task-notifier';
import { WebhookDeliveries } from './webhook-deliveries';
import { ANSWER_WITHIN_MS, type WebhookSender } from './webhook-sender';

const TURN = '0197f0c2-0000-7000-8000-000000000001';
const change: TaskChange = {
  position: 42,
  kind: 'created',
  workspace: 'shop',
  id: '0197f0c2-0000-7000-8000-000000000002',
  version: 1,
  schema_name: AgentResponse.name,
  session: 'demo',
  trail_id: TURN,
  hop: 1,
  author: { kind: 'agent', id: 'clerk' },
  imported: false,
  content_hash: 'sha256:1',
  state: 'closed',
  context: { action: 'speak', content: 'We open at nine.' },
};
const followed: FollowedTurn = {
  push: { agent: 'clerk', turn: TURN, trail: TURN, config: 'one', is_json: false },
  owner: { kind: 'user', id: 'ann' },
  role: 'writer',
};

/** The length of the leases that a gateway asks for, in milliseconds. */
async function readLeaseMs(): Promise<number> {
  const requestAsGateway = (_operation: unknown, request: { readonly lease_ms: number }): Promise<unknown> => {
    asked.push(request.lease_ms);
    return Promise.resolve({ any: false });
  };
  const asked: number[] = [];
  const requests = { cells: ['main'], requestAsGateway } as unknown as ServiceRequests;
  const settings = { privateWorkspaces: [], maxAttempts: 20, retryMs: 1_000 };
  const logger = createLogger('gateway', 'silent');
  const [sender, notifier] = [{} as WebhookSender, {} as TaskNotifier];
  const deliveries = new WebhookDeliveries(requests, sender, notifier, settings, logger);
  deliveries.onApplicationBootstrap();
  deliveries.beforeApplicationShutdown();
  await deliveries.onApplicationShutdown();
  return asked[0] as number;
}

test('a lease outlasts all messages of a change, however late the receiver answers each', async () => {
  const messages = toPushUpdates(change, followed);
  expect(messages.map((message) => Object.keys(message)[0])).toEqual(['artifactUpdate', 'statusUpdate']);
  expect(await readLeaseMs()).toBeGreaterThan(messages.length * ANSWER_WITHIN_MS);
});
