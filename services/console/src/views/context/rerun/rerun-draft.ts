import type { AgentDefV1 } from '@crumbtrail/contracts';
import type { RerunChanges } from '@crumbtrail/contracts/definition-changes';

/** What is typed into the form of a rerun. */
export interface RerunDraft {
  readonly prompt: string;
  readonly model: string;
  readonly temperature: string;
  /** Names with commas between. */
  readonly tools: string;
  /** Tokens; empty: as it is. */
  readonly budget: string;
  /** A context.config.v1 as JSON; empty: as it is. */
  readonly config: string;
}

/** The changes of a form, or what is wrong in it. */
export type ReadDraft = { readonly changes: RerunChanges } | { readonly problem: string };

/** The form before anything is changed. */
export function draftOf({ prompt, model = {}, tools = [] }: AgentDefV1): RerunDraft {
  const temperature = model.temperature === undefined ? '' : String(model.temperature);
  return { prompt, model: model.name ?? '', temperature, tools: tools.join(', '), budget: '', config: '' };
}

const splitNames = (text: string): string[] =>
  text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');

function parseConfig(text: string): RerunChanges['config'] | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}

const PARSERS: {
  readonly [Name in keyof RerunDraft]: (text: string) => RerunChanges[Name] | null;
} = {
  prompt: (text) => (text === '' ? null : text),
  model: (text) => (text === '' ? null : text),
  temperature: (text) => (text !== '' && Number(text) >= 0 && Number(text) <= 2 ? Number(text) : null),
  tools: splitNames,
  budget: (text) => (/^\d{2,7}$/.test(text) ? { max_tokens: Number(text) } : null),
  config: parseConfig,
};

const PROBLEMS: Readonly<Record<keyof RerunDraft, string>> = {
  prompt: 'The prompt is empty.',
  model: 'Name the model.',
  temperature: 'The temperature must be a number from 0 to 2.',
  tools: '',
  budget: 'The budget must be a whole number of tokens, at least 64.',
  config: 'The configuration must be a JSON object.',
};

/** The fields that differ from the form at its beginning, parsed. */
export function readChanges(initial: RerunDraft, draft: RerunDraft): ReadDraft {
  const names = (Object.keys(PARSERS) as (keyof RerunDraft)[]).filter((name) => draft[name] !== initial[name]);
  const parsed = names.map((name) => ({ name, value: PARSERS[name](draft[name].trim()) }));
  const wrong = parsed.find(({ value }) => value === null);
  if (wrong) return { problem: PROBLEMS[wrong.name] };
  return { changes: Object.fromEntries(parsed.map(({ name, value }) => [name, value])) as RerunChanges };
}
