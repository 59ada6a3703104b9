import { ToolError, type Tool, type ToolCall } from '@crumbtrail/tool-runtime';
import { Timer, type Envelope, type TimerV1, asCrumbs } from '@crumbtrail/contracts';

const DAY_S = 86_400;
const LONGEST_DAYS = 366;

interface TimerInput {
  readonly action?: 'set' | 'list' | 'cancel';
  readonly seconds?: number;
  readonly at?: string;
  readonly note?: string;
  readonly id?: string;
}

const toResult = ({ id, context }: Envelope<TimerV1>): object => ({
  id,
  fires_at: context.fires_at,
  ...(context.note === undefined ? {} : { note: context.note }),
});

/** Counted from the request, so that a second run sets the same time. */
function timeOf({ seconds, at }: TimerInput, asked: number): number {
  if ((seconds === undefined) === (at === undefined))
    throw new ToolError('invalid_input', 'Give exactly one of `seconds` (from now) and `at` (a time).');
  const time = seconds === undefined ? Date.parse(at as string) : asked + seconds * 1_000;
  if (time <= asked)
    throw new ToolError('invalid_input', `${at} has passed: it is ${new Date(asked).toISOString()} now.`);
  if (time - asked > LONGEST_DAYS * DAY_S * 1_000)
    throw new ToolError(
      'invalid_input',
      `A timer may run for at most ${LONGEST_DAYS} days; use \`schedule\` for yearly events.`,
    );
  return time;
}

async function set(input: TimerInput, { request, agent, log }: ToolCall): Promise<object> {
  const fires_at = new Date(timeOf(input, Date.parse(request.created_at))).toISOString();
  const about = { fires_at, ...(input.note === undefined ? {} : { note: input.note }) };
  const context: TimerV1 = { ...about, agent };
  const { results } = await log.create([{ schema_name: Timer.name, context: { ...context } }]);
  return { id: results[0]?.id, ...about };
}

async function pendingTimers({ log, request }: ToolCall): Promise<Envelope<TimerV1>[]> {
  const now = Date.parse(request.created_at);
  const all = asCrumbs(Timer.name, await log.listOwn(Timer.name));
  return all.filter(({ context }) => Date.parse(context.fires_at) > now);
}

async function cancel({ id }: TimerInput, call: ToolCall): Promise<object> {
  const timer = (await pendingTimers(call)).find((one) => one.id === id);
  if (!timer) throw new ToolError('invalid_input', `You have no pending timer ${id ?? ''}; \`list\` shows yours.`);
  await call.log.update(timer, null);
  return { cancelled: id };
}

const text = { type: 'string' };

/** Sets timers that the store keeps: each fires once, independently of restarts. */
export const timer: Tool = {
  definition: {
    name: 'timer',
    title: 'Timer',
    category: 'time',
    source: 'built-in',
    description: [
      'Sets a timer that goes off once, after some seconds or at a time; you are told then, with your note, if you listen for timers. It does not wait: it answers at once.',
      'Write the note to yourself, with all that you need to know then. `list` shows the timers that wait, `cancel` calls one off by its id. For something that comes again and again use the tool `schedule`.',
    ].join(' '),
    input: {
      type: 'object',
      properties: {
        action: { enum: ['set', 'list', 'cancel'], description: 'set if absent.' },
        seconds: {
          type: 'number',
          exclusiveMinimum: 0,
          maximum: LONGEST_DAYS * DAY_S,
          description: 'How long from now.',
        },
        at: { type: 'string', format: 'date-time', description: 'Or when: 2026-03-01T09:00:00+01:00' },
        note: { type: 'string', maxLength: 4_000, description: 'What it is about.' },
        id: { type: 'string', maxLength: 64, description: 'Of the timer to cancel.' },
      },
      additionalProperties: false,
    },
    output: {
      type: 'object',
      properties: {
        id: text,
        fires_at: text,
        note: text,
        timers: { type: 'array', items: { type: 'object' } },
        cancelled: text,
      },
    },
    examples: [{ input: { seconds: 180, note: 'The tea is ready: tell Anna.' } }, { input: { action: 'list' } }],
    timeout_ms: 10_000,
    permissions: ['timers'],
  },
  run: async (input: TimerInput, call) => {
    if (input.action === 'list') return { timers: (await pendingTimers(call)).map(toResult) };
    return input.action === 'cancel' ? cancel(input, call) : set(input, call);
  },
};
