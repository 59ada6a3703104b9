/**
 * The end-to-end specs that `npm test` runs: the promises that a change is most likely to break. `npm run test:all` runs
 * every spec. Each name stands for e2e/<name>.e2e.spec.ts.
 */
const CORE_SPECS = [
  // A message becomes a turn, a context and one response; a turn that no process runs ends at its deadline.
  'turns',
  // An agent calls tools, several at once, and answers with their results, even when a process dies.
  'tools',
  // A context is explained, replayed byte for byte and compared with what today's code would build.
  'accounts',
  // Keys, roles, workspaces and audiences: readers and writers have no more access than they should.
  'identity',
  // The openai package, unchanged, talks to an agent.
  'openai',
  // The console in a browser: a message is sent, its reply is streamed, stopped, and survives a lost connection.
  'console',
];

/**
 * The integration specs that only `npm run test:all` runs: they kill processes, wait for leases and reconnections, or start
 * programs of others, and take 8 to 30 s each. Each name stands for <name>.int.spec.ts.
 */
const SLOW_INTEGRATION_SPECS = [
  'archive-command',
  'agent-module',
  'calibration',
  'catalog',
  'crash-points',
  'database-away',
  'erased-everywhere',
  'erasure',
  'evals',
  'failover',
  'fresh-import',
  'full-disk',
  'given-back',
  'guards',
  'import',
  'imports',
  'index',
  'influence',
  'late-messages',
  'listing-plans',
  'manager',
  'many-turns',
  'mcp-modern-server',
  'mcp-odd-server',
  'mcp-servers',
  'nats-cluster',
  'on-agent-context',
  'on-tool-request',
  'on-tool-response',
  'onnx',
  'plans',
  'readers',
  'recall',
  'reconnect',
  'relay',
  'relay-refill',
  'requests',
  'retention-crashes',
  'reruns',
  'run-once',
  'run-service',
  'secure-connection',
  'service',
  'service-turns',
  'session-cache-memory',
  'session-tools',
  'subquery',
  'subscription',
  'summaries',
  'tool-turn',
  'visit-link',
  'watching',
  'why-not',
];

module.exports = { CORE_SPECS, SLOW_INTEGRATION_SPECS };
