import type { Draft } from '@crumbtrail/contracts';
import { WIRE } from '@crumbtrail/contracts/wire-names';
import type { Crumbtrail } from './client';

/** The session into which the sample is loaded. */
export const SAMPLE_SESSION = 'sample';

/** What the sample answers, in the order in which it is offered. */
export const SAMPLE_QUESTIONS: readonly string[] = [
  'When does the ferry leave now?',
  'What did Mira say about the budget?',
  'Who brings the projector?',
];

type Line = readonly [author: string, minute: number, content: string];

/** A conversation of our own making: a change of plan, numbers, and small talk beside them. */
const LINES: readonly Line[] = [
  ['mira', 0, 'Good morning! The workshop on the island is on the 14th of May. I book the ferry today.'],
  ['jonas', 2, 'Great. Is that the one at 8:15 from the old harbour?'],
  ['mira', 3, 'Yes, 8:15, pier 4. The way back is at 18:40.'],
  ['teo', 9, 'Morning. Has anybody seen my blue jacket? I had it at lunch yesterday.'],
  ['jonas', 11, 'It hangs behind the door of the small meeting room.'],
  ['mira', 31, 'The budget is 1,800 euros: 640 for the ferry, 900 for the room, and the rest for lunch.'],
  ['teo', 34, 'I bring the projector and two adapters. Somebody else should bring the flip chart.'],
  ['jonas', 36, 'The flip chart is mine. Eleven of us have said yes, Pia is not sure yet.'],
  ['pia', 52, 'I can come! Please a vegetarian lunch for me.'],
  ['mira', 95, 'The ferry company wrote: on the 14th they leave at 9:05 instead of 8:15, still from pier 4.'],
  ['teo', 97, 'Then I can sleep longer. I will tell the others at lunch.'],
  ['jonas', 120, 'The room costs 980 euros and not 900: the big one, with a view of the lighthouse.'],
  ['mira', 124, 'Fine. So 180 euros are left for lunch; we keep it simple.'],
];

/** How many messages the sample has. */
export const SAMPLE_LENGTH = LINES.length;

const BEGIN = Date.UTC(2026, 4, 4, 7);

const sampleDrafts = (): readonly Draft[] =>
  LINES.map(([id, minute, content]) => ({
    schema_name: WIRE.userMessage,
    session: SAMPLE_SESSION,
    author: { kind: 'user', id },
    context: { content },
    occurred_at: new Date(BEGIN + minute * 60_000).toISOString(),
  }));

/** The same for everybody who loads it: the sample is stored once. */
const SAMPLE_KEY = 'sample-conversation-1';

/** Stores the sample as the history of its session, which wakes no agent. Resolves to the number of its messages. Operators only. */
export async function loadSample(client: Pick<Crumbtrail, 'appendBatch'>): Promise<number> {
  const { length } = await client.appendBatch(sampleDrafts(), { imported: true, idempotencyKey: SAMPLE_KEY });
  return length;
}
