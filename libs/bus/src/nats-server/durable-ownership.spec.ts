import { explainDurableRefusal } from './durable-ownership';
import { eventFilter, messageId, parseFilter, readMessageId } from '../protocol/subjects';

const all = eventFilter({});
const mine = (recipient: string) => eventFilter({ kinds: ['created'], schema: 'agent.context.v1', recipient });

describe('a durable', () => {
  it.each([
    ['conductor', 'conductor', all],
    ['agent-executor', 'agent-executor-2', mine('pool')],
    ['weather', 'weather', mine('weather')],
    ['weather', 'weather-tools', mine('weather')],
  ])('of %s may be named %s', (principal, durable, filter) => {
    expect(explainDurableRefusal(principal, { durable, filter })).toBeNull();
  });

  it.each([
    ['conductor', 'context-builder', all, "not conductor's"],
    ['agent', 'agent-executor', mine('agent'), "not agent's"],
    ['weather', 'weatherman', mine('weather'), "not weather's"],
    ['weather', 'weather', mine('pool'), 'receives only what is addressed to weather'],
    ['weather', 'weather', all, 'receives only what is addressed to weather'],
    ['conductor', 'conductor', 'store.>', 'not a filter'],
    ['conductor', 'conductor', '>', 'not a filter'],
    ['conductor', 'conductor', 'crumbs.*.created.x.*.y', 'not a filter'],
  ])('of %s may not be %s on %s', (principal, durable, filter, why) => {
    expect(explainDurableRefusal(principal, { durable, filter })).toMatch(why);
  });
});

describe('parsing', () => {
  it('a durable filter returns the selection that the filter was built from', () => {
    expect(parseFilter(all)).toEqual({});
    expect(parseFilter(mine('my.agent_1'))).toEqual({
      kind: 'created',
      schema_name: 'agent.context.v1',
      recipient: 'my.agent_1',
      skipsImported: true,
    });
    expect(parseFilter(eventFilter({ kinds: ['created', 'updated'] }))).toEqual({});
  });

  it('a message id returns the log position, and null for the id of another application', () => {
    const log = { logId: '0b5f3a52-6f0e-4f7e-9a3c-1f1c3a1d2b4c', epoch: 3 };
    expect(readMessageId(messageId(log, 41))).toEqual({ ...log, position: 41 });
    expect(readMessageId('')).toBeNull();
  });
});
