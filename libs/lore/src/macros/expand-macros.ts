import { drawNumber, type Seed } from '../draws/draw-number';
import { parseDice, sumDice } from './dice';
import { formatTime, wordDuration } from './format-time';
import { macroNamed, TEXT_MACROS, type ComputedMacro, type MacroName, type TextMacro } from './macro-table';
import { choicesOf, parseMacros, type WrittenMacro } from './parse-macros';

/** Where macros get their values from. Functions are called only for macros that a text contains, once for each. */
export interface MacroValues {
  /** Texts by macro. A missing one is empty. */
  readonly texts?: Readonly<Partial<Record<TextMacro, () => string>>>;
  /** Default: macros of time are empty. */
  readonly now?: () => Date;
  /** IANA name of the zone that times are shown in. Default UTC. */
  readonly timeZone?: string;
  /** Milliseconds since the last message; null: there is none. */
  readonly idleMs?: () => number | null;
  /** The texts of active entries of lore whose outlet has this name. Default: none. */
  readonly outlet?: (name: string) => string;
  /** The macros to expand; all others stay as they are written. Default: all. */
  readonly only?: readonly MacroName[];
  /** `random` and `roll` change with the turn, `pick` only with the session. */
  readonly seed: Seed;
  /** Names the text, so that two texts draw differently: the id of an entry, the field of a definition. */
  readonly source: string;
}

type Compute = (values: MacroValues, macro: WrittenMacro) => string;

const timeIn =
  (pattern: string): Compute =>
  ({ now, timeZone = 'UTC' }) =>
    now ? formatTime({ at: now(), timeZone }, pattern) : '';

const drawFor = ({ seed, source }: MacroValues, { name, start }: WrittenMacro, part = 0): number =>
  drawNumber(seed, `macro ${name.toLowerCase()}`, `${source} ${start} ${part}`);

function choose(values: MacroValues, macro: WrittenMacro): string {
  const choices = choicesOf(macro);
  return choices[Math.floor(drawFor(values, macro) * choices.length)] ?? '';
}

const roll: Compute = (values, macro) => {
  const dice = parseDice(macro.argument ?? '');
  return dice ? String(sumDice(dice, (die) => drawFor(values, macro, die))) : '';
};

const idle: Compute = ({ idleMs }) => {
  const milliseconds = idleMs?.() ?? null;
  return milliseconds === null ? '' : wordDuration(milliseconds);
};

const COMPUTE: Readonly<Record<ComputedMacro, Compute>> = {
  time: timeIn('h:mm A'),
  date: timeIn('MMMM D, YYYY'),
  weekday: timeIn('dddd'),
  isodate: timeIn('YYYY-MM-DD'),
  isotime: timeIn('HH:mm'),
  datetimeformat: (values, macro) => timeIn(macro.argument ?? '')(values, macro),
  idle_duration: idle,
  random: choose,
  pick: (values, macro) => choose({ ...values, seed: { session: values.seed.session, turn: '' } }, macro),
  roll,
  outlet: ({ outlet }, { argument }) => outlet?.((argument ?? '').trim()) ?? '',
  newline: () => '\n',
  trim: () => '',
  '//': () => '',
};

const isTextMacro = (name: string): name is TextMacro => Object.hasOwn(TEXT_MACROS, name);

/**
 * An authored text with its macros expanded, in one pass: what a macro inserts is never expanded. Unknown macros stay as they are written;
 * {@link checkMacros} refuses them where a text is stored. Only for authored texts: what people, tools and pages say is never expanded.
 */
export function expandMacros(text: string, values: MacroValues): string {
  if (!text.includes('{{')) return text;
  const given = new Map<TextMacro, string>();
  const parts = parseMacros(text).map((part) => {
    if ('text' in part) return part.text;
    const name = macroNamed(part.macro.name);
    if (name === undefined || (values.only && !values.only.includes(name)))
      return text.slice(part.macro.start, part.macro.end);
    if (!isTextMacro(name)) return COMPUTE[name](values, part.macro);
    const known = given.get(name) ?? values.texts?.[name]?.() ?? '';
    given.set(name, known);
    return known;
  });
  return parts.join('');
}
