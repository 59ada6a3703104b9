import { ToolError, type Tool, type ToolCall } from '@crumbtrail/tool-runtime';
import { CrumbError, Schedule, type Envelope, type ScheduleV1, asCrumbs } from '@crumbtrail/contracts';

type Settings = Partial<Pick<ScheduleV1, 'cron' | 'time_zone' | 'missed' | 'note' | 'enabled'>>;

interface ScheduleInput extends Settings {
  readonly action: 'create' | 'change' | 'stop' | 'list';
  readonly name?: string;
}

function settingsOf({ cron, time_zone, missed, note, enabled }: Settings): Settings {
  const given = Object.entries({ cron, time_zone, missed, note, enabled }).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given) as Settings;
}

const toResult = (context: Settings & Pick<ScheduleV1, 'name'>): object => ({
  name: context.name,
  time_zone: 'UTC',
  missed: 'once',
  enabled: true,
  ...settingsOf(context),
});

const mine = async ({ log }: ToolCall): Promise<readonly Envelope<ScheduleV1>[]> =>
  asCrumbs(Schedule.name, await log.listOwn(Schedule.name));

function requireName({ name }: ScheduleInput): string {
  if (name !== undefined) return name;
  throw new ToolError('invalid_input', '`name` is missing: which schedule?');
}

async function create(input: ScheduleInput, call: ToolCall): Promise<object> {
  const name = requireName(input);
  if (input.cron === undefined)
    throw new ToolError('invalid_input', '`cron` is missing, for example 0 9 * * 1-5 for weekdays at nine.');
  const context = { name, ...settingsOf(input), agent: call.agent };
  try {
    await call.log.create([{ schema_name: Schedule.name, context }]);
  } catch (error) {
    if (!(error instanceof CrumbError) || error.code !== 'id_conflict') throw error;
    throw new ToolError(
      'invalid_input',
      `A schedule ${name} already exists: update it if it is yours, or choose another name.`,
    );
  }
  return toResult(context);
}

/** Updates the current version; fields that are not given keep their values. */
async function change(input: ScheduleInput, more: Settings, call: ToolCall): Promise<object> {
  const name = requireName(input);
  const known = (await mine(call)).find(({ context }) => context.name === name);
  if (!known) throw new ToolError('invalid_input', `You have no schedule ${name}; \`list\` shows yours.`);
  const context = { ...known.context, ...more };
  await call.log.update(known, context);
  return toResult(context);
}

const text = { type: 'string' };

/** Stores schedules in the log; the store triggers them, independently of restarts. */
export const schedule: Tool = {
  definition: {
    name: 'schedule',
    title: 'Schedule',
    category: 'time',
    source: 'built-in',
    description: [
      'Makes schedules: something that comes again and again, by cron and time zone; you are told each time, with your note, if you listen for schedules.',
      'Actions: create (name, cron), change (name and what changes), stop (name), list. For something that comes once use the tool `timer`.',
      '`missed` says what becomes of times that passed while nothing ran: once (told once, the default), skip, all.',
    ].join(' '),
    input: {
      type: 'object',
      properties: {
        action: { enum: ['create', 'change', 'stop', 'list'] },
        name: { type: 'string', pattern: '^[a-z0-9][a-z0-9._-]{0,63}$', description: 'Small letters, digits, dashes.' },
        cron: {
          type: 'string',
          minLength: 1,
          maxLength: 200,
          description: 'Minute, hour, day, month, weekday: 30 8 * * 1-5',
        },
        time_zone: { type: 'string', maxLength: 80, description: 'As Europe/Berlin; UTC if absent.' },
        missed: { enum: ['skip', 'once', 'all'] },
        enabled: { type: 'boolean', description: 'false rests it.' },
        note: { type: 'string', maxLength: 4_000, description: 'What it is about; you are told it each time.' },
      },
      required: ['action'],
      additionalProperties: false,
    },
    output: {
      type: 'object',
      properties: {
        name: text,
        cron: text,
        time_zone: text,
        missed: text,
        enabled: { type: 'boolean' },
        note: text,
        schedules: { type: 'array', items: { type: 'object' } },
      },
    },
    examples: [
      {
        input: {
          action: 'create',
          name: 'standup',
          cron: '30 9 * * 1-5',
          time_zone: 'Europe/Berlin',
          note: 'Ask everybody for their plans.',
        },
      },
      { input: { action: 'stop', name: 'standup' } },
    ],
    timeout_ms: 10_000,
    permissions: ['timers'],
  },
  run: async (given, call) => {
    // The input was checked against the schema above.
    const input = given as unknown as ScheduleInput;
    if (input.action === 'list') return { schedules: (await mine(call)).map(({ context }) => toResult(context)) };
    if (input.action === 'create') return create(input, call);
    return change(input, input.action === 'stop' ? { enabled: false } : settingsOf(input), call);
  },
};
