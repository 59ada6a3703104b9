/**
 * The screenshots: the file name, the address in the console, and a selector that exists when the view is complete. When a view needs a
 * click first, `act` does it: (page, sample) => Promise. `sample` is the result of createSampleData.
 */
const context = (query) => (sample) => `#/contexts/${sample.context}${query}`;

const views = [
  { name: 'overview', hash: () => '#/overview', ready: 'main canvas' },
  { name: 'chat', hash: ({ session }) => `#/chat/${session}`, ready: '.message.agent' },
  { name: 'chat-inner', hash: ({ session }) => `#/chat/${session}?inner=1`, ready: '.message.inner' },
  { name: 'search', hash: () => '#/search?q=payments', ready: '.search [role=status]' },
  { name: 'trails', hash: () => '#/trails', ready: '.trail-list li' },
  { name: 'trail', hash: ({ trail }) => `#/trails/${trail}`, ready: '[data-crumb]' },
  { name: 'trail-two-agents', hash: ({ reviewed }) => `#/trails/${reviewed}`, ready: '[data-crumb]' },
  {
    name: 'trail-crumb',
    hash: ({ trail }) => `#/trails/${trail}`,
    ready: '[data-crumb]',
    act: async (page) => {
      await page.locator('[data-crumb]', { hasText: 'answered' }).first().click();
      await page.waitForSelector('.facts');
    },
  },
  { name: 'contexts', hash: () => '#/contexts', ready: 'main tbody tr' },
  { name: 'context', hash: context(''), ready: '[data-testid=prompt-text]' },
  { name: 'context-candidates', hash: context('?show=candidates'), ready: '[data-piece]' },
  { name: 'context-budgets', hash: context('?show=budgets&budget=110'), ready: '[data-testid=leaves] li' },
  {
    name: 'context-diff',
    hash: (sample) => `#/contexts/${sample.later}?show=diff&with=${sample.context}`,
    ready: '[data-what]',
  },
  {
    name: 'context-replay',
    hash: context('?show=again'),
    ready: 'button >> text=Replay',
    act: async (page) => {
      await page.getByRole('button', { name: 'Replay', exact: true }).click();
      await page.waitForSelector('[data-testid=replay-outcome]');
      await page.getByRole('button', { name: 'Replan', exact: true }).click();
      await page.waitForSelector('[data-testid=replan-outcome]');
    },
  },
  { name: 'context-influence', hash: ({ quoted }) => `#/contexts?crumb=${quoted}`, ready: 'main tbody tr' },
  { name: 'log', hash: () => '#/log', ready: '.log-row' },
  {
    name: 'log-event',
    hash: ({ session }) => `#/log?session=${session}&schema=tool.response.v1`,
    ready: '.log-row',
    act: (page) => page.locator('.log-row').first().click(),
  },
  { name: 'agents', hash: () => '#/agents', ready: 'main table' },
  { name: 'agent', hash: ({ agent }) => `#/agents/${agent}`, ready: '.editor .fields' },
  {
    name: 'agent-json',
    hash: ({ agent }) => `#/agents/${agent}`,
    ready: '.editor .fields',
    act: (page) => page.getByRole('button', { name: 'JSON', exact: true }).click(),
  },
  { name: 'agent-context', hash: ({ agent }) => `#/agents/${agent}?tab=context`, ready: '.effect table' },
  { name: 'agent-turns', hash: ({ agent }) => `#/agents/${agent}?tab=turns`, ready: 'main tbody tr' },
  { name: 'agent-new', hash: () => '#/agents?new=1', ready: 'main h1' },
  { name: 'tools', hash: () => '#/tools', ready: 'main table' },
  { name: 'tool', hash: () => '#/tools/dice', ready: '.editor' },
  { name: 'approvals', hash: () => '#/approvals', ready: '.approval' },
  { name: 'chat-approval', hash: () => '#/chat/refunds', ready: '.message .approval' },
  { name: 'evals', hash: () => '#/evals/checkout', ready: 'main h1' },
  { name: 'memory', hash: () => '#/memory', ready: '.facts-known' },
  { name: 'rerun', hash: (sample) => `#/contexts/${sample.context}/rerun`, ready: '.editor' },
  { name: 'agent-versions', hash: ({ agent }) => `#/agents/${agent}?tab=versions`, ready: '.agent-versions' },
  { name: 'dead-letters', hash: () => '#/dead-letters', ready: '.letter' },
  { name: 'health', hash: () => '#/health', ready: '.lags' },
  { name: 'keys', hash: () => '#/keys', ready: 'main tbody tr' },
  { name: 'glossary', hash: () => '#/glossary', ready: '.glossary dt' },
];

module.exports = { views };
