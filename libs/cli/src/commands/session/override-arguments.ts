import type { OverrideBody } from '@crumbtrail/client';
import { CliError } from '../../cli-error';
import { parseWholeNumber } from '../context/rebuild-flags';

/** The options of `crumb session override`, as typed. */
export interface OverrideOptions {
  readonly id?: string;
  /** `10m`. */
  readonly for?: string;
  readonly reason?: string;
  readonly position?: string;
  readonly depth?: string;
  readonly role?: string;
  readonly turns?: string;
}

const SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: 86_400 };

/** How many seconds `30s`, `10m`, `2h` or `1d` are. Throws CliError. */
function parseSeconds(text: string): number {
  const [, count, unit = ''] = /^(\d{1,6})([smhd])$/.exec(text) ?? [];
  if (count !== undefined) return Number(count) * (SECONDS[unit] as number);
  throw new CliError(`--for must be like 30s, 10m, 2h or 1d (got "${text}").`, 2);
}

function requireText(verb: string, words: readonly string[], what: string): string {
  if (words.length > 0) return words.join(' ');
  throw new CliError(`${verb} needs ${what}.`, 2);
}

/** What each verb is about, from the words after it. */
const FIELDS: Readonly<Record<string, (words: readonly string[]) => object>> = {
  pause: (words) => {
    if (words.length === 0) return {};
    throw new CliError('pause takes no words; say why with --reason.', 2);
  },
  mute: (words) => ({
    agents: requireText('mute', words, 'the agents that shall be silent')
      .split(/[\s,]+/)
      .filter((one) => one !== ''),
  }),
  scenario: (words) => ({ text: requireText('scenario', words, 'a text') }),
  inject: (words) => ({ text: requireText('inject', words, 'a text') }),
  budget: (words) => ({ max_tokens: parseWholeNumber(requireText('budget', words, 'a number of tokens'), 'budget') }),
};

/** The places of an injection that the options name. The gateway refuses those that do not exist or that the verb does not have. */
function placeOf({ position, depth, role, turns }: OverrideOptions): object {
  return {
    ...(position === undefined ? {} : { position }),
    ...(depth === undefined ? {} : { depth: parseWholeNumber(depth, '--depth') }),
    ...(role === undefined ? {} : { role }),
    ...(turns === undefined ? {} : { turns: parseWholeNumber(turns, '--turns') }),
  };
}

/** An override as typed. Throws CliError where there is no such verb, or its words are missing. */
export function toOverride(verb: string, words: readonly string[], options: OverrideOptions): OverrideBody {
  const fields = FIELDS[verb];
  if (fields === undefined)
    throw new CliError(`There is no verb ${verb}. There are: ${Object.keys(FIELDS).join(', ')}.`, 2);
  const { id, reason } = options;
  return {
    verb,
    ...(id === undefined ? {} : { id }),
    ...fields(words),
    ...placeOf(options),
    ...(options.for === undefined ? {} : { ttl_seconds: parseSeconds(options.for) }),
    ...(reason === undefined ? {} : { reason }),
  } as OverrideBody;
}
