import { closest, distance } from 'fastest-levenshtein';
import { MAX_DICE, MAX_SIDES, parseDice } from './dice';
import { macroNamed, MACROS, unsupportedReason, type MacroChange, type MacroName } from './macro-table';
import { choicesOf, parseMacros, type WrittenMacro } from './parse-macros';

/** What is wrong with a macro. */
export interface MacroProblem {
  /** The macro as it is written. */
  readonly macro: string;
  /** Its position in the text. */
  readonly at: number;
  readonly message: string;
}

const BRACES = 'To show two braces, write \\{{';

/** Macros in an authored text that cannot be expanded: unknown ones with the nearest known, and unsupported ones with the reason. */
export function checkMacros(text: string): MacroProblem[] {
  if (!text.includes('{{')) return [];
  let at = 0;
  return parseMacros(text).flatMap((part) => {
    if ('macro' in part) {
      at = part.macro.end;
      const macro = text.slice(part.macro.start, part.macro.end);
      const message = problemOf(part.macro);
      return message === null ? [] : [{ macro, at: part.macro.start, message }];
    }
    const begin = at;
    at = part.end;
    const open = /\{\{\s*[\w/]+/.exec(part.text);
    if (!open) return [];
    return [
      {
        macro: open[0],
        at: begin + open.index,
        message: `${open[0]} is not closed, or holds another macro. ${BRACES}`,
      },
    ];
  });
}

/** The text with each of these macros escaped, so that it stands in the expanded text as it is written. */
export const escapeMacros = (text: string, problems: readonly MacroProblem[]): string =>
  [...new Set(problems.map(({ at }) => at))]
    .toSorted((a, b) => b - a)
    .reduce((escaped, at) => `${escaped.slice(0, at)}\\${escaped.slice(at)}`, text);

function problemOf(macro: WrittenMacro): string | null {
  const name = macroNamed(macro.name);
  if (name !== undefined) return argumentProblem(name, macro);
  const reason = unsupportedReason(macro.name);
  if (reason) return `{{${macro.name}}} is not supported: ${reason}`;
  const near = nearestTo(macro.name);
  return `unknown macro {{${macro.name}}}${near === null ? '' : `; the nearest is {{${near}}}`}. ${BRACES}`;
}

const isEmpty = ({ argument }: WrittenMacro): boolean => (argument ?? '').trim() === '';
const withoutChoices = (macro: WrittenMacro): boolean => choicesOf(macro).length === 0 || isEmpty(macro);

interface ArgumentRule {
  readonly isBroken: (macro: WrittenMacro) => boolean;
  readonly needs: string;
}

const ARGUMENTS: Readonly<Partial<Record<MacroName, ArgumentRule>>> = {
  datetimeformat: { isBroken: isEmpty, needs: 'a pattern: {{datetimeformat YYYY-MM-DD HH:mm}}' },
  random: { isBroken: withoutChoices, needs: 'choices: {{random::one::two}}' },
  pick: { isBroken: withoutChoices, needs: 'choices: {{pick::one::two}}' },
  outlet: { isBroken: isEmpty, needs: 'the name of an outlet: {{outlet::weather}}' },
  roll: {
    isBroken: ({ argument }) => parseDice(argument ?? '') === null,
    needs: `dice such as 2d6+1: at most ${MAX_DICE} with ${MAX_SIDES} sides`,
  },
};

function argumentProblem(name: MacroName, macro: WrittenMacro): string | null {
  const rule = ARGUMENTS[name];
  return rule?.isBroken(macro) ? `{{${name}}} needs ${rule.needs}` : null;
}

/** Names longer than this are compared by their beginning. */
const MAX_COMPARED = 40;

/** The macro whose name differs in at most half of its characters; null: none is that near. */
function nearestTo(name: string): string | null {
  const written = name.slice(0, MAX_COMPARED).toLowerCase();
  const lower = new Map(Object.keys(MACROS).map((known) => [known.toLowerCase(), known]));
  const near = closest(written, [...lower.keys()]);
  return distance(written, near) * 2 > near.length ? null : (lower.get(near) as string);
}

const OFTEN: Readonly<Record<MacroChange, number>> = { definition: 0, session: 1, turn: 2 };

/** How often the expanded text may change: `turn` ends the part of a prompt that a provider can cache. */
export function howOftenChanges(text: string): MacroChange {
  const changes = parseMacros(text).map((part): MacroChange => {
    const name = 'macro' in part ? macroNamed(part.macro.name) : undefined;
    return name === undefined ? 'definition' : MACROS[name];
  });
  return changes.reduce<MacroChange>((most, one) => (OFTEN[one] > OFTEN[most] ? one : most), 'definition');
}
