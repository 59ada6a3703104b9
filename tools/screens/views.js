/**
 * What is pictured: a name for the file, the address in the console, and what is there when the view is complete. `act`,
 * where a view needs a click first: (page, world) => Promise. `world` is what makeWorld resolves to.
 */
const views = [
  { name: 'chat', hash: ({ session }) => `#/chat/${session}`, ready: '.message.agent' },
  { name: 'chat-inner', hash: ({ session }) => `#/chat/${session}?inner=1`, ready: '.message.inner' },
  { name: 'trail', hash: ({ trail }) => `#/trails/${trail}`, ready: 'main h1' },
  { name: 'context', hash: ({ context }) => `#/contexts/${context}`, ready: 'main h1' },
  { name: 'log', hash: () => '#/log', ready: '.log-row' },
  {
    name: 'log-event',
    hash: ({ session }) => `#/log?session=${session}&schema=user.message.v1`,
    ready: '.log-row',
    act: (page) => page.locator('.log-row').first().click(),
  },
  { name: 'agents', hash: () => '#/agents', ready: 'main table' },
  { name: 'agent', hash: ({ agent }) => `#/agents/${agent}`, ready: '.editor' },
  { name: 'agent-context', hash: ({ agent }) => `#/agents/${agent}?tab=context`, ready: '.effect table' },
  { name: 'tools', hash: () => '#/tools', ready: 'main table' },
  { name: 'tool', hash: () => '#/tools/dice', ready: '.editor' },
  { name: 'dead-letters', hash: () => '#/dead-letters', ready: 'main h1' },
  { name: 'health', hash: () => '#/health', ready: '.lags' },
];

module.exports = { views };
