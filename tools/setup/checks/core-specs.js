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
  // The executor and the store die at the worst moments; every turn still has exactly one response.
  'crash-points',
  // The openai package, unchanged, talks to an agent.
  'openai',
  // The command line, from `crumb send` to `crumb context`.
  'crumb',
  // The console in a browser: a message is sent, its reply is streamed, stopped, and survives a lost connection.
  'console',
];

module.exports = { CORE_SPECS };
