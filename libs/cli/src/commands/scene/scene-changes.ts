import type { SceneV1 } from '@crumbtrail/contracts';
import { CliError } from '../../cli-error';
import { parseWholeNumber } from '../context/rebuild-flags';

/** The options of `crumb scene set`, as typed; false for `--no-…`. */
export interface SceneOptions {
  readonly scenario?: string | false;
  readonly note?: string | false;
  readonly noteDepth?: string;
  readonly noteInterval?: string;
  readonly book?: readonly string[] | false;
}

/** The options of `crumb scene inject`, as typed. */
export interface InjectOptions {
  readonly depth?: string;
  readonly role?: string;
  readonly turns?: string;
}

type Note = NonNullable<SceneV1['note']>;
type Injection = NonNullable<SceneV1['injections']>[number];

function changeNote(before: Note | undefined, { note, noteDepth, noteInterval }: SceneOptions): Note | undefined {
  const hasPlace = noteDepth !== undefined || noteInterval !== undefined;
  const text = note === false ? undefined : (note ?? before?.text);
  if (text === undefined) {
    if (!hasPlace) return undefined;
    throw new CliError('--note-depth and --note-interval need a note: give its text with --note.', 2);
  }
  return {
    ...before,
    text,
    ...(noteDepth === undefined ? {} : { depth: parseWholeNumber(noteDepth, '--note-depth') }),
    ...(noteInterval === undefined ? {} : { interval: parseWholeNumber(noteInterval, '--note-interval') }),
  };
}

function changeLore(before: SceneV1['lore'], books: SceneOptions['book']): SceneV1['lore'] {
  if (books === undefined) return before;
  const { books: _books, ...settings } = before ?? {};
  if (books !== false) return { ...settings, books: [...new Set(books)] };
  return Object.keys(settings).length > 0 ? settings : undefined;
}

/** The scene with the changes of a command line. Throws CliError where they do not fit it. */
export function changeScene(before: SceneV1, options: SceneOptions): SceneV1 {
  const { scenario: oldScenario, note: oldNote, lore: oldLore, ...rest } = before;
  const scenario = options.scenario === false ? undefined : (options.scenario ?? oldScenario);
  const note = changeNote(oldNote, options);
  const lore = changeLore(oldLore, options.book);
  return {
    ...rest,
    ...(scenario === undefined ? {} : { scenario }),
    ...(note === undefined ? {} : { note }),
    ...(lore === undefined ? {} : { lore }),
  };
}

/** The scene with this injection, in place of one with the same id. */
export function addInjection(before: SceneV1, injection: Injection): SceneV1 {
  const { injections = [], ...rest } = before;
  const at = injections.findIndex(({ id }) => id === injection.id);
  return { ...rest, injections: at < 0 ? [...injections, injection] : injections.with(at, injection) };
}

/** An injection as typed. The gateway refuses a role that does not exist, with the list of those that do. */
export function toInjection(id: string, text: string, { depth, role, turns }: InjectOptions): Injection {
  return {
    id,
    text,
    ...(depth === undefined ? {} : { depth: parseWholeNumber(depth, '--depth') }),
    ...(role === undefined ? {} : { role: role as NonNullable<Injection['role']> }),
    ...(turns === undefined ? {} : { turns: parseWholeNumber(turns, '--turns') }),
  };
}

/** The scene without an injection. Throws CliError, which lists its injections, where it has none with this id. */
export function removeInjection(before: SceneV1, id: string): SceneV1 {
  const { injections = [], ...rest } = before;
  const left = injections.filter((one) => one.id !== id);
  if (left.length < injections.length) return { ...rest, ...(left.length > 0 ? { injections: left } : {}) };
  const listed = injections.map((one) => one.id).join(', ');
  throw new CliError(`The scene has no injection ${id}. ${listed === '' ? 'It has none.' : `It has: ${listed}.`}`);
}
