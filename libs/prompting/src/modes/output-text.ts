import { findUnsafe, compileJsonCheck, type Issue, type JsonCheck } from '@crumbtrail/contracts';
import { findObject } from './json/scan';
import type { ParsedObject } from '../parsed-object';

/** The result of checking an answer against an output schema. */
export type Output =
  | { readonly kind: 'valid'; readonly value: unknown; readonly text: string }
  /** `why` is written for the model and may quote the answer; `brief` is shown to everybody. */
  | { readonly kind: 'invalid'; readonly why: string; readonly brief: string }
  /** The schema itself is invalid. */
  | { readonly kind: 'unchecked'; readonly why: string };

/** Maximum number of issues that are reported at once. */
const MAX_PLACES = 8;
const WHOLE_FENCE = /^```(?:[ \t]*json[c5]?)?[ \t]*\n([^]*?)\n?```$/i;

function checkOf(schema: ParsedObject): JsonCheck | TypeError {
  try {
    return compileJsonCheck(schema);
  } catch (error) {
    if (error instanceof TypeError) return error;
    throw error;
  }
}

/** Issues that the store would refuse, at the depth that the value has in a crumb. */
function unsafe(value: unknown): Issue[] | undefined {
  const issue = findUnsafe([[value]]);
  return issue ? [{ ...issue, path: issue.path.slice('/0/0'.length) }] : undefined;
}

const inWords = ({ path, message }: Issue): string => `${path === '' ? 'the whole' : path} ${message}`;

/** Checks a value against the schema. `text` is how the value was written, if it was. */
export function checkOutput(schema: ParsedObject, value: unknown, text?: string): Output {
  const check = checkOf(schema);
  if (check instanceof TypeError) return { kind: 'unchecked', why: check.message };
  const issues = unsafe(value) ?? check.issues(value, MAX_PLACES);
  if (issues.length === 0) return { kind: 'valid', value, text: text ?? JSON.stringify(value) };
  const why = `it does not match the JSON Schema: ${issues.map(inWords).join('; ')}`;
  return { kind: 'invalid', why, brief: why };
}

/**
 * Parses and checks the JSON value in a text that should contain nothing else: the whole text, or one object in a code
 * fence or in prose.
 */
export function parseOutput(schema: ParsedObject, text: string): Output {
  const written = text.trim();
  const whole = WHOLE_FENCE.exec(written)?.[1]?.trim() ?? written;
  try {
    return checkOutput(schema, JSON.parse(whole), whole);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  const result = findObject(written);
  if (result.kind === 'object') return checkOutput(schema, result.found.value);
  const brief = 'it is not valid JSON';
  return { kind: 'invalid', why: result.kind === 'broken' ? `${brief}: ${result.why}` : brief, brief };
}
