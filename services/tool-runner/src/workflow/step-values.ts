import { findUnsafe } from '@crumbtrail/contracts';
import { fill, MissingValue, TooLong, valueAt, type ValueOf } from './fill';
import type { StepStates, StepError } from './attempts';
import type { Condition } from './workflow-input';

/** Maximum size of a step's arguments, in bytes of JSON; a crumb may have 256 KiB. */
const MOST_INPUT = 192 * 1024;

/** The values of references: outputs of steps; null for any path of a step that failed or was skipped. */
export function valuesOf(states: StepStates): ValueOf {
  return (reference) => {
    const standing = states.get(reference.step);
    if (standing?.is !== 'ok') return null;
    if (standing.output === undefined)
      throw new MissingValue(`${reference.source} has no value: the result of ${reference.step} could not be stored`);
    return valueAt(standing.output, reference);
  };
}

/** A value with its references resolved, or why that is impossible. */
export type FillResult = { readonly value: unknown } | { readonly error: StepError };

/** Resolves the references of a value; `what` names the part of the workflow in errors. */
export function fillValue(value: unknown, states: StepStates, what: string): FillResult {
  try {
    const made = fill(value, valuesOf(states));
    const unsafe = findUnsafe(made);
    if (!unsafe) return { value: made };
    return { error: { code: 'invalid_input', message: `${what}${unsafe.path} ${unsafe.message}.` } };
  } catch (error) {
    if (error instanceof MissingValue)
      return { error: { code: 'missing_value', message: `${what}: ${error.message}.` } };
    if (error instanceof TooLong) return { error: { code: 'too_large', message: `${what}: ${error.message}.` } };
    throw error;
  }
}

/** A condition with its references resolved: a `value` that there is not is null, because a condition may ask whether there is one. */
export function conditionOf(
  { value, ...tests }: Condition,
  states: StepStates,
): { readonly value: Condition } | { readonly error: StepError } {
  const subject = fillValue(value, states, 'the condition');
  if ('error' in subject && subject.error.code !== 'missing_value') return subject;
  const made = fillValue(tests, states, 'the condition');
  if ('error' in made) return made;
  return { value: { ...(made.value as object), value: 'error' in subject ? null : subject.value } };
}

/** The arguments of a step, or why there are none. */
export function argumentsOf(
  input: unknown,
  states: StepStates,
): { value: Record<string, unknown> } | { error: StepError } {
  const made = fillValue(input, states, 'the input');
  if ('error' in made) return made;
  const { value } = made;
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return {
      error: { code: 'invalid_input', message: 'The input must be an object, but its reference is not one.' },
    };
  if (Buffer.byteLength(JSON.stringify(value)) > MOST_INPUT)
    return { error: { code: 'too_large', message: `the input is larger than ${MOST_INPUT / 1024} KiB.` } };
  return { value: value as Record<string, unknown> };
}
