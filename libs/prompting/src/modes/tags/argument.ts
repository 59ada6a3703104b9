import type { ToolDefV1 } from '@crumbtrail/contracts';
import { plainArgument } from '../plain-argument';

/** Maximum characters of a plain text argument. */
export const LONGEST_ARGUMENT = 64;
/** Maximum characters of an argument that is a JSON object. */
export const LONGEST_OBJECT = 4096;

/** Whether the argument is, or may become, a JSON object. */
export function looksLikeObject(argument: string): boolean {
  return argument.trimStart().startsWith('{');
}

/** Whether the argument is longer than allowed. */
export function isTooLong(argument: string): boolean {
  const limit = looksLikeObject(argument) ? LONGEST_OBJECT : LONGEST_ARGUMENT;
  return argument.length > limit && [...argument].length > limit;
}

/** The parsed arguments of a tool, or why they are invalid. */
export type ParsedArgument = { readonly input: Record<string, unknown> } | { readonly why: string };

function objectIn(name: string, argument: string): ParsedArgument {
  try {
    return { input: JSON.parse(argument) as Record<string, unknown> };
  } catch {
    return { why: `The argument of <${name}> begins like a JSON object but is not valid JSON.` };
  }
}

const requiredBy = ({ input }: Pick<ToolDefV1, 'input'>): readonly string[] =>
  (input as { required?: readonly string[] }).required ?? [];

/** The property that a plain text alone satisfies; undefined when the tool requires more, or takes no plain text. */
export function textArgument(def: ToolDefV1): string | undefined {
  const property = plainArgument(def);
  return requiredBy(def).every((name) => name === property) ? property : undefined;
}

/** Whether the tool can be called without arguments. */
export function hasNoRequiredArguments(def: Pick<ToolDefV1, 'input'>): boolean {
  return requiredBy(def).length === 0;
}

/**
 * Parses the content of a tool's tag: a JSON object as it is, plain text as the one property that takes it, nothing as
 * no arguments.
 */
export function parseArgument(def: ToolDefV1, argument: string): ParsedArgument {
  if (looksLikeObject(argument)) return objectIn(def.name, argument);
  if (argument === '' && hasNoRequiredArguments(def)) return { input: {} };
  const property = textArgument(def);
  if (argument === '') return { why: `There is no argument in <${def.name}>.` };
  if (property === undefined) return { why: `The argument of <${def.name}> must be one JSON object, {…}.` };
  return { input: { [property]: argument } };
}
