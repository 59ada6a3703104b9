import { CreateKey, UserMessage, type Draft } from '@crumbtrail/contracts';
import type { WorkspaceStore } from '@crumbtrail/bus';
import { message } from './store-under-test';
import { ServiceUnderTest } from './service-under-test';

const endless = (n: number): Draft => ({
  schema_name: 'note.v1',
  context: { n },
  llm_hints: { transform: { a: { type: 'jq', query: 'def f: f; f' } } },
});

describe('llm_hints over the bus', () => {
  let service: ServiceUnderTest;

  beforeAll(async () => {
    service = await ServiceUnderTest.start();
  }, 60_000);

  afterAll(async () => {
    await service.stop();
  });

  const writer = async (id: string): Promise<WorkspaceStore> => {
    const operator = await service.as('gateway', { key: service.key });
    const { secret } = await operator.request(CreateKey, { participant: { kind: 'user', id }, role: 'writer' });
    return service.as('gateway', { key: secret });
  };

  it('a write and a read of one key are answered while jq programs of another key, sent before, are still refused', async () => {
    const [mallory, ann] = [await writer('mallory'), await writer('ann')];
    const wait = jest.spyOn(Atomics, 'wait');
    const order: string[] = [];
    const refused = Array.from({ length: 6 }, (_, n) =>
      mallory.commit({ writes: [{ op: 'create', draft: endless(n) }] }).catch(({ code }: { code: string }) => {
        // On a slow machine, the last wait for too long.
        expect(['invalid_payload', 'overloaded']).toContain(code);
        order.push('refused');
      }),
    );
    const { results } = await ann.commit({ writes: [{ op: 'create', draft: message('hello') }] });
    order.push('appended');
    const crumb = await ann.readOne(UserMessage, results[0]?.id ?? '');
    order.push('read');
    await Promise.all(refused);
    expect(crumb?.context.content).toBe('hello');
    expect(order.filter((one) => one === 'refused')).toHaveLength(6);
    expect(order.indexOf('read')).toBeLessThan(order.lastIndexOf('refused'));
    // The thread that serves everybody never slept until a program ended.
    expect(wait).not.toHaveBeenCalled();
    wait.mockRestore();
  }, 60_000);
});
