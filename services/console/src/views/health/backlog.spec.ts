import type { StatusReply } from '@crumbtrail/contracts';
import { describeBacklog, sortConsumers, consumerState } from './backlog';

const status: StatusReply = {
  log_id: 'l',
  epoch: 1,
  head: 100,
  relayed: 98,
  indexed: 90,
  embedded: 40,
  database: 'pglite',
  embedder: 'lexical/2',
  oldest_unrelayed_ms: 1_250,
  lost: [],
  durables: [
    { name: 'conductor', floor: 98, waiting: 1, pending: 0 },
    { name: 'agent-executor', floor: 90, waiting: 0, pending: 5 },
    { name: 'tool-runner', floor: 98, waiting: 0, pending: 0 },
  ],
};

test('describeBacklog: computes how far relay, text index and embeddings are behind the log', () => {
  expect(describeBacklog(status).map(({ name, lag }) => [name, lag])).toEqual([
    ['relay', 2],
    ['text index', 10],
    ['embeddings', 60],
  ]);
  expect(describeBacklog(status)[0]?.detail).toBe('the oldest unpublished event has waited 1.3 s');
  expect(describeBacklog(status)[1]?.detail).toBe('recent events that text search does not find yet');
  expect(describeBacklog({ ...status, indexed: 100 })[1]?.detail).toBe('up to date');
});

test('describeBacklog: is never negative, even if a position was read later than the head', () => {
  expect(describeBacklog({ ...status, relayed: 101 })[0]?.lag).toBe(0);
});

test('sortConsumers: sorts by lag; consumerState: a consumer without idle workers and events is down', () => {
  expect(sortConsumers(status).map((one) => [one.name, one.lag, consumerState(one)])).toEqual([
    ['agent-executor', 5, 'busy'],
    ['conductor', 0, 'idle'],
    ['tool-runner', 0, 'down'],
  ]);
});
