import type { ToolDefV1 } from '@crumbtrail/contracts';
import { plainArgument } from '../plain-argument';

/** Characters of an argument in plain text. */
export const LONGEST_ARGUMENT = 64;
/** Characters of an argument that is a JSON object. */
export const LONGEST_OBJECT = 4096;

/** Is, or becomes, the argument a JSON object? */
export function isObject(argument: string): boolean {
  return argument.trimStart().startsWith('{');
}

/** Is it longer than any argument may be? */
export function isTooLong(argument: string): boolean {
  const limit = isObject(argument) ? LONGEST_OBJECT : LONGEST_ARGUMENT;
  return argument.length > limit && [...argument].length > limit;
}

/** Arguments of a tool, or why there are none. */
export type ParsedArgument = { readonly input: Record<string, unknown> } | { readonly why: string };

function objectIn(name: string, argument: string): ParsedArgument {
  try {
    return { input: JSON.parse(argument) as Record<string, unknown> };
  } catch {
    return { why: `The argument of <${name}> begins like a JSON object and is none: it cannot be read.` };
  }
}

const requiredBy = ({ input }: Pick<ToolDefV1, 'input'>): readonly string[] =>
  (input as { required?: readonly string[] }).required ?? [];

/** The property that a plain text alone is enough for; undefined where the tool needs more, or none takes one. */
export function textArgument(def: ToolDefV1): string | undefined {
  const property = plainArgument(def);
  return requiredBy(def).every((name) => name === property) ? property : undefined;
}

/** May the tool be called without any argument? */
export function hasNoRequiredArguments(def: Pick<ToolDefV1, 'input'>): boolean {
  return requiredBy(def).length === 0;
}

/** What stands in a tool's tag, as its arguments: an object as it is, text in the one property that takes it, nothing as nothing. */
export function parseArgument(def: ToolDefV1, argument: string): ParsedArgument {
  if (isObject(argument)) return objectIn(def.name, argument);
  if (argument === '' && hasNoRequiredArguments(def)) return { input: {} };
  const property = textArgument(def);
  if (argument === '') return { why: `There is no argument in <${def.name}>.` };
  if (property === undefined) return { why: `The argument of <${def.name}> must be one JSON object, {…}.` };
  return { input: { [property]: argument } };
}
