/** Conversations in LoCoMo format as history: each turn becomes a crumb at its time. */
const { setTimeout: pause } = require('node:timers/promises');

const MONTHS = 'january february march april may june july august september october november december'.split(' ');
const SECONDS_A_TURN = 30;

/** `1:56 pm on 8 May, 2023` in UTC milliseconds. */
function timeOf(text) {
  const found = /^\s*(\d{1,2}):(\d{2})\s*([ap]m)\s+on\s+(\d{1,2})\s+([a-z]+),?\s+(\d{4})\s*$/i.exec(text);
  const month = MONTHS.indexOf(found?.[5].toLowerCase());
  if (month < 0) throw new Error(`"${text}" is not a date and time like "1:56 pm on 8 May, 2023"`);
  const [, hour, minute, half, day, , year] = found;
  return Date.UTC(year, month, day, (hour % 12) + (half.toLowerCase() === 'pm' ? 12 : 0), minute);
}

const textOf = ({ text, blip_caption }) => (blip_caption ? `${text} [shares ${blip_caption}]` : text);

/** The sessions that have turns, in the order of their numbers. */
function sessionsOf(conversation) {
  const numbers = Object.keys(conversation).flatMap((key) => /^session_(\d+)$/.exec(key)?.[1] ?? []);
  return numbers
    .map(Number)
    .sort((a, b) => a - b)
    .map((n) => ({ turns: conversation[`session_${n}`] ?? [], at: conversation[`session_${n}_date_time`] }))
    .filter(({ turns }) => turns.length > 0);
}

/** Every turn as { dia, draft }: a message of its speaker at its time, in one session for the whole conversation. */
function turnsOf({ sample_id, conversation }) {
  return sessionsOf(conversation).flatMap(({ turns, at }) => {
    const start = timeOf(at);
    return turns.map((turn, n) => ({
      dia: turn.dia_id,
      draft: {
        schema_name: 'user.message.v1',
        session: sample_id,
        author: { kind: 'user', id: turn.speaker },
        context: { content: textOf(turn) },
        occurred_at: new Date(start + n * SECONDS_A_TURN * 1000).toISOString(),
      },
    }));
  });
}

const BATCH = 500;

/** Imports drafts as history; returns the content of each crumb by its id, in the order of the drafts. */
async function importAll(api, drafts) {
  const contents = new Map();
  for (let from = 0; from < drafts.length; from += BATCH) {
    const some = drafts.slice(from, from + BATCH);
    const receipts = await api.appendBatch(some, { imported: true });
    receipts.forEach(({ id }, n) => contents.set(id, some[n].context.content));
  }
  return contents;
}

/** The status of the store; asks again while a store that has much to index does not answer in time. */
async function readStatus(api) {
  for (;;) {
    try {
      return await api.status();
    } catch (error) {
      if (error.problem?.code !== 'unavailable') throw error;
      await pause(1_000 * (error.retryAfter ?? 1));
    }
  }
}

/** Waits for the index, because questions search the whole history. */
async function untilIndexed(api) {
  const { head } = await readStatus(api);
  const reached = async () => {
    const { indexed, embedded } = await readStatus(api);
    return indexed >= head && embedded >= head;
  };
  while (!(await reached())) await pause(200);
}

module.exports = { importAll, timeOf, turnsOf, untilIndexed };
