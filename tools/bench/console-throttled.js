/** What a person waits for in the console on a computer that is four times slower: a long trail, a long table, a key in a long chat. */
const { setTimeout: pause } = require('node:timers/promises');
const { enter, keyTimes, LONG, openedWithin, recordKeys, slowDown } = require('./console-page.js');
const { median, quantile } = require('./statistics.js');
const { untilIndexed } = require('./system.js');

const SLOWER = 4;
const TIMES = 7;
const BATCH = 500;
const MESSAGES = 5_000;
const CANDIDATES = 500;
const KEYS = 60;
/** Time between two keys of a quick typist. */
const KEY_GAP_MS = 100;

const figuresOf = (times) => ({ median: median(times), p95: quantile(times, 0.95) });

/** An answer as models write them: a paragraph, a list, a table and code. */
const answerText = (n) => `Step **${n}** of the _harbour_ log:

- the tide is at \`${n % 12}\` feet
- [the chart](https://example.org/${n}) says more

| berth | ship |
| --- | --- |
| ${n} | Albatross ${n} |

\`\`\`ts
const berth = ${n};
\`\`\``;

const agent = { kind: 'agent', id: 'assistant' };
const ann = { kind: 'user', id: 'ann' };

/** Message `n` of a conversation of two, a minute after the one before. */
function spoken(session, n) {
  const isReply = n % 2 === 1;
  const content = isReply ? answerText(n) : `Where does the Albatross lie today, question ${n}?`;
  return {
    schema_name: isReply ? 'agent.response.v1' : 'user.message.v1',
    session,
    author: isReply ? agent : ann,
    occurred_at: new Date(Date.UTC(2026, 0, 1) + n * 60_000).toISOString(),
    context: isReply ? { action: 'speak', content } : { content },
  };
}

async function importChat(api, session, count) {
  for (let from = 0; from < count; from += BATCH) {
    const size = Math.min(BATCH, count - from);
    await api.appendBatch(
      Array.from({ length: size }, (_, n) => spoken(session, from + n)),
      { imported: true },
    );
  }
}

/** Opens a view in a slow page that shows another one, several times, each in a new page. */
async function timesToOpen(browser, stack, { hash, selector, prepare = () => undefined }) {
  const times = [];
  for (let round = 0; round < TIMES; round += 1) {
    const page = await enter(browser, stack, '#/health');
    await prepare(page);
    await page.waitForSelector('main table', LONG);
    await slowDown(page, SLOWER);
    times.push(await openedWithin(page, hash, selector));
    await page.close();
  }
  return figuresOf(times);
}

const trailOpens = (browser, stack, trail) =>
  timesToOpen(browser, stack, { hash: `#/trails/${trail}`, selector: '[role=treeitem]' });

/** Repeats the candidates of a real answer: an account lists at most 256. */
async function repeatCandidates(page) {
  await page.route('**/explain*', async (route) => {
    const response = await route.fetch();
    const explanation = await response.json();
    const more = Math.ceil(CANDIDATES / explanation.items.length);
    const items = Array.from({ length: more }, (_, n) =>
      explanation.items.map((item) => ({ ...item, source: n === 0 ? item.source : `${item.source} ${n}` })),
    );
    await route.fulfill({ response, json: { ...explanation, items: items.flat().slice(0, CANDIDATES) } });
  });
}

async function candidatesOpen(browser, stack, api) {
  await importChat(api, 'candidates', CANDIDATES);
  await untilIndexed(api);
  const { responses } = await api.say('candidates', 'Where does the Albatross lie today?', { wait_ms: 60_000 });
  const hash = `#/contexts/${responses[0].context.context_id}?show=candidates`;
  return timesToOpen(browser, stack, { hash, selector: '.candidates tbody tr[data-index]', prepare: repeatCandidates });
}

/** Loads the whole history of the session that is on the page. */
async function loadAll(page) {
  const earlier = page.getByRole('button', { name: 'Load earlier messages' });
  while (!(await page.getByText('Start of the session').isVisible())) {
    if (await earlier.isEnabled().catch(() => false)) await earlier.click({ timeout: 1_000 }).catch(() => undefined);
    await pause(50);
  }
}

async function keysInChat(browser, stack, api) {
  await importChat(api, 'long-chat', MESSAGES);
  const page = await enter(browser, stack, '#/chat/long-chat');
  await page.waitForSelector('.message', LONG);
  await loadAll(page);
  const rows = Number(await page.locator('[aria-setsize]').first().getAttribute('aria-setsize'));
  if (rows !== MESSAGES) throw new Error(`The chat shows ${rows} messages, not ${MESSAGES}.`);
  await slowDown(page, SLOWER);
  await page.focus('#message-text');
  await recordKeys(page);
  for (let key = 0; key < KEYS; key += 1) {
    await page.keyboard.press('x');
    await pause(KEY_GAP_MS);
  }
  const times = await keyTimes(page, KEYS);
  await page.close();
  return figuresOf(times);
}

module.exports = async function throttledFigures(browser, stack, { api, trail }) {
  return {
    trail: await trailOpens(browser, stack, trail),
    candidates: await candidatesOpen(browser, stack, api),
    key: await keysInChat(browser, stack, api),
  };
};
