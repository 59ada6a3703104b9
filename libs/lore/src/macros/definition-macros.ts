import { checkMacros, type MacroProblem } from './check-macros';
import { macroNamed, MACROS, type MacroName } from './macro-table';
import { parseMacros } from './parse-macros';

/** Macros of prompts and personas: the names of participants, and what stays the same in a session. */
export const DEFINITION_MACROS = [
  'char',
  'user',
  'users',
  'group',
  'groupNotMuted',
  'notChar',
  'charIfNotGroup',
  'pick',
  'newline',
  'trim',
  '//',
] as const satisfies readonly MacroName[];

/** Whether expanding the text could change it. */
export const hasMacros = (text: string | undefined): boolean => text?.includes('{{') ?? false;

const isForDefinitions = (name: MacroName): boolean => DEFINITION_MACROS.some((one) => one === name);

function reasonAgainst(name: MacroName): string {
  const reason =
    MACROS[name] === 'turn'
      ? 'changes with the turn, so that no provider could cache the prompt: put it into a scene, or show the time with `frame.now`'
      : 'has no value in a definition';
  return `{{${name}}} ${reason}; known here are ${DEFINITION_MACROS.join(', ')}`;
}

/** The macros in a prompt or persona that cannot be expanded there, each with the reason. */
export function checkDefinitionMacros(text: string): MacroProblem[] {
  const others = parseMacros(text).flatMap((part): MacroProblem[] => {
    const name = 'macro' in part ? macroNamed(part.macro.name) : undefined;
    if (!('macro' in part) || name === undefined || isForDefinitions(name)) return [];
    const { start, end } = part.macro;
    return [{ macro: text.slice(start, end), at: start, message: reasonAgainst(name) }];
  });
  return [...checkMacros(text), ...others];
}
