/** The messages in the screenshots: a team looks for the cause of a slow checkout. All of them are sent through a real stack. */

const SESSION = 'checkout';

const PEOPLE = ['noor', 'marta', 'omar'];

const ASSISTANT = {
  name: 'Assistant',
  prompt:
    'You help a team to run its shop. You are given what is worth knowing of what they said, and the message to answer at the end. Answer it briefly. Search for what you are not given; compute with the calculator, never in your head; say who said it and when.',
  tools: ['calculator', 'search_breadcrumbs', 'timer'],
  tool_mode: 'native',
  model: { max_output_tokens: 1024, context_window: 16_384 },
  context: { budget: { max_tokens: 360 }, recent_exchanges: 1 },
};

/** The added agents. The translator's prompt exceeds the context window of its model, so its message becomes a dead letter. */
const AGENTS = [
  {
    agent: 'reviewer',
    name: 'Reviewer',
    prompt: 'You point out the weakest step of what is proposed, in one sentence.',
    subscriptions: [{ schema: 'user.message.v1', any_tags: ['review'] }],
    context: { budget: { max_tokens: 800 } },
  },
  {
    agent: 'translator',
    name: 'Translator',
    prompt: 'You translate what is said into German, word by word, and keep every name as it is. '.repeat(30),
    subscriptions: [{ schema: 'user.message.v1', any_tags: ['german'] }],
    model: { context_window: 512 },
  },
  {
    agent: 'cashier',
    name: 'Cashier',
    prompt: 'You pay back what customers have paid twice.',
    sessions: 'member',
    subscriptions: [{ schema: 'user.message.v1' }],
    tools: ['calculator'],
    approvals: [{ tools: ['calculator'], approval: 'always' }],
  },
  {
    agent: 'guide',
    name: 'Guide',
    prompt: 'You show guests around.',
    sessions: 'member',
    subscriptions: [{ schema: 'user.message.v1' }],
    memory: { window: 2, extract_only: true },
  },
];

/** The earlier messages: text, author, and hours ago. */
const HISTORY = [
  [
    'noor',
    99,
    'Decision: checkout answers within 500 ms at the 95th percentile. We may miss that for 0.1 % of a month.',
  ],
  ['marta', 98, 'The cart keeps its prices for ten minutes, then it asks the catalogue again.'],
  ['omar', 97, 'ok'],
  [
    'marta',
    76,
    'The payment service moves to the new cluster on Thursday night; it answers on payments.internal:8443 from then on.',
  ],
  ['omar', 75, 'Good. I will lower the connection pool from 40 to 10 there, the old database could not take more.'],
  ['noor', 75, 'Good. I will lower the connection pool from 40 to 10 there, the old database could not take more!'],
  ['marta', 52, 'Checkout has been at 310 ms (p95) all week, no complaints.'],
  ['omar', 51, 'thanks!'],
  ['noor', 50, 'The invoice template gets a new footer, legal wants the VAT number on every page.'],
  ['omar', 28, 'The search page is slow for signed-out visitors, probably the recommendations; that is an old story.'],
  ['marta', 26, 'Payments runs on the new cluster since midnight. Pool size 10, timeouts unchanged at 2 s.'],
  ['noor', 25, 'Release 42 goes out tomorrow at nine: new basket page, nothing on the server side of checkout.'],
  ['omar', 4, 'Release 42 is out since 09:04.'],
  ['marta', 3, 'Two customers write that paying took them ten seconds and more.'],
];

/** The questions, and the model's answers: tool calls first, if any. */
const TALK = [
  {
    who: 'marta',
    says: 'Paying is slow since this morning. Is it release 42, or the new payment service?',
    calls: [
      { name: 'search_breadcrumbs', arguments: { query: 'payment service connection pool', limit: 3 } },
      { name: 'calculator', arguments: { expression: '1000 / 310 * 10' } },
    ],
    answer:
      'Probably not: Noor said that release 42 changes nothing on the server side of checkout. Look at payments. Omar lowered its connection pool from 40 to 10 when it moved (Marta, yesterday). At 310 ms a payment, 10 connections carry about 32 payments a second; what comes beyond that waits for up to 2 s, and is tried again.',
  },
  {
    who: 'noor',
    says: 'How much of this month’s allowance did it cost us? 41 000 payments so far, 37 of them over 500 ms.',
    calls: [{ name: 'calculator', arguments: { expression: '37 / (41000 * 0.001) * 100' } }],
    answer: 'About 90 %: 0.1 % of 41 000 payments is 41, and 37 were too slow. Four are left.',
  },
  {
    who: 'omar',
    says: 'Plan: set the pool back to 40 on all nodes at once, now. Objections?',
    tags: ['review'],
    answer: 'None from what was said here: the new database is not the one that could not take more than 10.',
    reviewer:
      'The weakest step is “all nodes at once”: nobody has said what the new database takes, so begin with one node.',
  },
  {
    who: 'marta',
    says: 'Write the report for our customers.',
    answer:
      'On Friday morning some payments took longer than they should have. Nothing was charged twice, and no order was lost. The cause was a setting that',
    stopped: true,
  },
];

const LETTER = {
  who: 'noor',
  session: 'german-desk',
  says: 'Please tell our customers in Hamburg, too.',
  tags: ['german'],
};

/** A message whose answer needs a call that a person must approve. */
const REFUND = {
  session: 'refunds',
  who: 'noor',
  says: 'A customer paid 49.90 twice on Monday, and 12.50 on Tuesday. How much do we owe her?',
  calls: [{ name: 'calculator', arguments: { expression: '49.90 + 12.50' } }],
  answer: 'We owe her 62.40.',
};

/** What a guest says to an agent with a memory. */
const TOUR = {
  session: 'tour',
  who: 'marta',
  says: ['I live in Oslo.', 'My dog is called Rex.', 'I moved to Bergen in May.', 'I like fish soup.'],
};

module.exports = { AGENTS, ASSISTANT, HISTORY, LETTER, PEOPLE, REFUND, SESSION, TALK, TOUR };
