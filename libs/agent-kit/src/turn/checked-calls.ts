import { findUnsafe, isGranted } from '@crumbtrail/contracts';
import { refuseInput, requiredApproval, TOOL_RUNNER } from '@crumbtrail/tool-runtime';
import { type ParsedCall, toStorableText, type StepCall, type GrantedTool, type Turn } from '@crumbtrail/prompting';

/** Maximum number of calls of one reply; further calls are dropped. */
const MOST_CALLS = 32;
/** Maximum size of all arguments of one reply, in bytes of JSON: a step is one crumb. */
const MOST_INPUT_BYTES = 96 * 1024;

type Refusal = NonNullable<StepCall['error']>;

const listNames = (tools: readonly GrantedTool[]): string =>
  tools.length === 0 ? 'there are none' : tools.map(({ def }) => def.name).join(', ');

function noSuchTool({ definition, tools }: Turn, tool: string): Refusal {
  const code = isGranted(definition, tool) ? 'unknown_tool' : 'not_granted';
  const name = toStorableText(tool, 200).text;
  return { code, message: `There is no tool "${name}" that you may call. Your tools: ${listNames(tools)}.` };
}

/** Checked at the depth that they have in the step's crumb. */
const isSafe = ({ input }: ParsedCall): boolean => findUnsafe([[[[input ?? null]]]]) === null;

/**
 * Why a call that would wait for a person cannot run: its arguments do not match the schema of the tool. Other calls are checked by the
 * runner. A schema that cannot be used is reported by the runner too.
 */
function refuseBeforeApproval({ definition }: Turn, { def }: GrantedTool, call: ParsedCall): Refusal | undefined {
  const asked = { tool: call.tool, input: call.input ?? {}, runner: def.runner ?? TOOL_RUNNER };
  if (requiredApproval(definition, asked) === undefined) return undefined;
  try {
    const refusal = refuseInput(def, asked.input);
    return refusal ? { ...refusal } : undefined;
  } catch {
    return undefined;
  }
}

function refusalOf(turn: Turn, call: ParsedCall, fits: boolean): Refusal | undefined {
  const tool = turn.tools.find(({ def }) => def.name === call.tool);
  if (!tool) return noSuchTool(turn, call.tool);
  if (call.error) return { code: call.error.code, message: toStorableText(call.error.message, 8_000).text };
  if (!isSafe(call))
    return {
      code: 'invalid_input',
      message: 'The arguments contain text that cannot be stored, or are nested too deeply.',
    };
  if (!fits)
    return {
      code: 'too_large',
      message: `All arguments of one reply together may have at most ${MOST_INPUT_BYTES / 1024} KiB.`,
    };
  return refuseBeforeApproval(turn, tool, call);
}

/**
 * The calls of a reply as stored in its step: a call that may not be requested has an error, and nothing is requested
 * for it.
 */
export function checkCalls(turn: Turn, wanted: readonly ParsedCall[]): StepCall[] {
  let bytes = 0;
  return wanted.slice(0, MOST_CALLS).map((call, ordinal) => {
    const safe = isSafe(call);
    const size = safe ? Buffer.byteLength(JSON.stringify(call.input ?? {})) : 0;
    const fits = bytes + size <= MOST_INPUT_BYTES;
    if (fits) bytes += size;
    const error = refusalOf(turn, call, fits);
    return {
      ordinal,
      tool: toStorableText(call.tool, 200).text,
      ...(call.call_id !== undefined && { call_id: toStorableText(call.call_id, 200).text }),
      ...(safe && fits && call.input !== undefined && { input: call.input }),
      ...(call.return_to_llm !== undefined && { return_to_llm: call.return_to_llm }),
      ...(error && { error }),
    };
  });
}
