import type { Bus, CrumbStore } from '@crumbtrail/bus';
import { MemoryAgentsNats } from './memory-agents.nats';

describe('the memory settings of agents', () => {
  it('are read again after a change that came while they were read', async () => {
    let change = (): void => undefined;
    const bus = { subscribeDefinitions: (told: () => void) => ((change = told), () => undefined) } as unknown as Bus;
    const answers: ((reply: { crumbs: never[] }) => void)[] = [];
    const read = (): Promise<{ crumbs: never[] }> => new Promise((resolve) => answers.push(resolve));
    const agents = new MemoryAgentsNats({ in: () => ({ read }) } as unknown as CrumbStore, bus);
    agents.onModuleInit();
    const first = agents.settings('w', 'a');
    change();
    answers[0]?.({ crumbs: [] });
    await first;
    const second = agents.settings('w', 'a');
    expect(answers).toHaveLength(2);
    answers[1]?.({ crumbs: [] });
    await second;
    await agents.settings('w', 'a');
    expect(answers).toHaveLength(2);
  });
});
