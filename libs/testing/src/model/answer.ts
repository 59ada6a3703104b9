import type { ScriptedToolCalls, ModelCallBody, ScriptedReply, ScriptedCall, StopHabit } from './script';

/** A script's answer as the server gives it. */
export type ScriptedAnswer = ScriptedReply & { readonly stop_reason?: string };

/** The answer to this request: in words, and ended where the request's `stop` ends it. */
export function answerOf(
  script: ScriptedReply | ScriptedToolCalls,
  body: ModelCallBody,
  habit: StopHabit,
): ScriptedAnswer {
  const saying: ScriptedReply = 'say' in script ? script : { ...script, say: '' };
  const found = earliest(saying.say, body['stop']);
  if (!found || habit === 'ignore') return saying;
  const say = saying.say.slice(0, found.at + (habit === 'keep' ? found.stop.length : 0));
  const pieces = Array.isArray(saying.pieces) ? clipPieces(saying.pieces as string[], say.length) : saying.pieces;
  return { ...saying, say, pieces, finish_reason: 'stop', ...(habit === 'tell' && { stop_reason: found.stop }) };
}

function earliest(say: string, stop: unknown): { at: number; stop: string } | undefined {
  const stops = typeof stop === 'string' ? [stop] : Array.isArray(stop) ? (stop as string[]) : [];
  return stops
    .map((one) => ({ at: say.indexOf(one), stop: one }))
    .filter(({ at }) => at >= 0)
    .sort((a, b) => a.at - b.at)[0];
}

function clipPieces(pieces: readonly string[], length: number): string[] {
  let left = length;
  return pieces.flatMap((piece) => {
    const kept = piece.slice(0, left);
    left -= kept.length;
    return kept === '' ? [] : [kept];
  });
}

function evenly(text: string, pieces: number): string[] {
  if (text === '') return [];
  const size = Math.max(1, Math.ceil(text.length / pieces));
  return Array.from({ length: Math.ceil(text.length / size) }, (_, at) => text.slice(at * size, (at + 1) * size));
}

function textPieces({ say, pieces }: ScriptedAnswer): readonly string[] {
  if (say === '') return [];
  if (pieces === undefined) return say.match(/\S+\s*|\s+/gu) ?? [];
  return typeof pieces === 'number' ? evenly(say, pieces) : pieces;
}

const argumentsOf = ({ arguments: given }: ScriptedCall): string =>
  typeof given === 'string' ? given : JSON.stringify(given);

const idOf = ({ id }: ScriptedCall, index: number): string => id ?? `call_scripted_${index}`;

function callDeltas({ calls = [], call_pieces = 2 }: ScriptedAnswer): object[] {
  return calls.flatMap((call, index) => [
    { tool_calls: [{ index, id: idOf(call, index), type: 'function', function: { name: call.name, arguments: '' } }] },
    ...evenly(argumentsOf(call), call_pieces).map((part) => ({
      tool_calls: [{ index, function: { arguments: part } }],
    })),
  ]);
}

/** What is streamed, piece by piece: thoughts, text, calls. */
export function deltas(answer: ScriptedAnswer): object[] {
  const field = answer.reasoning_in ?? 'reasoning_content';
  const thoughts = answer.reasoning === undefined ? [] : evenly(answer.reasoning, 3);
  return [
    ...thoughts.map((piece) => ({ [field]: piece })),
    ...textPieces(answer).map((content) => ({ content })),
    ...callDeltas(answer),
  ];
}

/** The same as one message. */
export function messageOf(answer: ScriptedAnswer): object {
  const { say, calls, reasoning, reasoning_in = 'reasoning_content' } = answer;
  const tool_calls = calls?.map((call, index) => ({
    id: idOf(call, index),
    type: 'function',
    function: { name: call.name, arguments: argumentsOf(call) },
  }));
  return {
    role: 'assistant',
    content: tool_calls && say === '' ? null : say,
    refusal: null,
    ...(reasoning !== undefined && { [reasoning_in]: reasoning }),
    ...(tool_calls && { tool_calls }),
  };
}

/** Why the answer ended. */
export const finishOf = ({ finish_reason, calls }: ScriptedAnswer): string =>
  finish_reason ?? (calls ? 'tool_calls' : 'stop');
