import { Crumbtrail } from '@crumbtrail/client';
import type { Draft } from '@crumbtrail/contracts';
import { eventually } from '@crumbtrail/testing';
import { useFixture, useSharedStack } from './support/fixture';

const stack = useSharedStack();
const client = useFixture(() => new Crumbtrail({ url: stack.api.url, key: stack.key }));

const HOUR = 3_600_000;
const MESSAGES = 200;

/** Milliseconds by which the clocks of a zone are ahead of UTC. */
function offsetOf(timeZone: string, at: number): number {
  const parts = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' }).formatToParts(at);
  const [, sign = '+', hours = '0', minutes = '0'] =
    /GMT([+-])(\d\d):(\d\d)/.exec(parts.find(({ type }) => type === 'timeZoneName')?.value ?? '') ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours) * HOUR + Number(minutes) * 60_000);
}

/** When yesterday began in a zone. */
function startOfYesterday(timeZone: string): number {
  const wall = Date.now() + offsetOf(timeZone, Date.now());
  const midnight = wall - (wall % (24 * HOUR)) - 24 * HOUR;
  return midnight - offsetOf(timeZone, midnight);
}

const draftAt = (session: string, at: number, content: string): Draft => ({
  schema_name: 'user.message.v1',
  session,
  author: { kind: 'user', id: 'ann' },
  context: { content },
  occurred_at: new Date(at).toISOString(),
});

/** A day of messages from its first to its last minute, with one directly before it and one directly after it. */
function dayOf(session: string, timeZone: string): readonly Draft[] {
  const start = startOfYesterday(timeZone);
  const day = Array.from({ length: MESSAGES }, (_, nth) =>
    draftAt(session, start + 60_000 + nth * 7 * 60_000, `Barrel ${nth} was rolled into the shed.`),
  );
  return [
    draftAt(session, start - 60_000, 'The lantern was lit before midnight.'),
    ...day,
    draftAt(session, start + 24 * HOUR, 'The rooster woke everybody.'),
  ];
}

test.each(['Europe/Berlin', 'Asia/Kolkata', 'Pacific/Auckland'])(
  'a day of 200 messages in %s, asked about on the next day, is shown over its course under its own date',
  async (time_zone) => {
    const session = `day-in-${time_zone.replace('/', '-').toLowerCase()}`;
    const drafts = dayOf(session, time_zone);
    const receipts = await client.appendBatch(drafts, { imported: true });
    const last = Math.max(...receipts.map(({ position }) => position));
    const content = 'What happened yesterday?';
    const config = { frame: { time_zone }, sources: [{ type: 'hybrid' as const }], recent_exchanges: 0 };
    const ask = () => client.preview({ agent: 'assistant', session, content, budget: { max_tokens: 1_000 }, config });
    const reply = await eventually(async () => {
      const preview = await ask();
      return preview.index_position >= last ? preview : undefined;
    });
    const text = reply.formatted_context;
    const shown = [...text.matchAll(/Barrel (\d+) was/g)].map(([, nth]) => Number(nth));
    const date = new Intl.DateTimeFormat('en-GB', {
      timeZone: time_zone,
      day: 'numeric',
      month: 'long',
      year: 'numeric',
    }).format(startOfYesterday(time_zone));
    expect(text).toContain(`${date}:`);
    expect(text.match(/^\d{1,2} \p{L}+ \d{4}:$/gmu)).toEqual([`${date}:`]);
    expect(text).not.toMatch(/lantern|rooster/);
    for (const quarter of [0, 1, 2, 3])
      expect(shown.filter((nth) => Math.floor((4 * nth) / MESSAGES) === quarter).length).toBeGreaterThan(2);
    // What is left out is counted: rows of the account, and texts that are only counted.
    const left = reply.items.filter(({ decision }) => decision !== 'kept').length + reply.beyond;
    expect(shown.length + left).toBeGreaterThanOrEqual(MESSAGES);
  },
);
