import type { AgentDefV1 } from '@crumbtrail/contracts';
import { Conversations } from './support/conversations';
import { useFixture, useSharedStack } from './support/fixture';
import { publishAgent } from './support/published-agents';
import { runCrumb } from './support/run-crumb';

const stack = useSharedStack();
const conversations = useFixture(() => new Conversations(stack));
beforeAll(() => publishAgent(stack, { agent: 'hermit', publish: {} }));

test('crumb agents expose publishes an agent by A2A beside what else its definition publishes, and ends that', async () => {
  const expose = (...options: string[]) => runCrumb(stack, 'agents', 'expose', 'hermit', ...options);
  const published = async (): Promise<unknown> => {
    const definitions = await conversations.listCrumbs<AgentDefV1>('agent.def.v1');
    return definitions.find(({ context }) => context.agent === 'hermit')?.context.publish;
  };
  await expose('--session', 'office');
  await expose('--a2a', '--callers', 'user:uma', '--description', 'Lives alone.');
  expect(await published()).toEqual({
    nats: { session: 'office' },
    a2a: { callers: ['user:uma'], description: 'Lives alone.' },
  });
  await expose('--a2a', '--off');
  expect(await published()).toEqual({ nats: { session: 'office' } });
  for (const wrong of [
    ['--a2a', '--signed'],
    ['--description', 'x'],
    ['--off', '--callers', 'user:uma'],
  ])
    expect((await expose(...wrong)).code).toBe(2);
  expect(await published()).toEqual({ nats: { session: 'office' } });
});
