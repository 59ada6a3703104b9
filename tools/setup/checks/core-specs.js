/**
 * The end-to-end specs that `npm test` runs: the promises that a change is most likely to break. `npm run test:all` runs
 * every spec. Each name stands for e2e/<name>.e2e.spec.ts.
 */
const CORE_SPECS = [
  // A message becomes a turn, a context and one response; a turn that nobody runs ends at its deadline.
  'turns',
  // An agent calls tools, several at once, and answers with their results, whoever dies on the way.
  'tools',
  // A context is explained, replayed to the byte and compared with what today's code would build.
  'accounts',
  // Keys, roles, workspaces and audiences: nobody reads or writes more than they may.
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
