import type { AgentDefV1 } from '@crumbtrail/contracts';
import type { PromptMessage } from '../../model';
import { promptOfTurn } from '../../prompt';
import { callResults } from '../../turn/results';
import { hasUsedAllRounds } from '../../turn/rounds';
import type { Turn } from '../../turn/turn';
import { MessageStreamFilter, SEPARATOR, SilentStreamFilter } from './stream-filter';
import { protocolShape, protocolText } from './prompt';
import { readJsonReply, type JsonReply } from './reply';
import { stepMessages } from './messages';
import type { ParsedReply, ToolMode } from '../mode';
import { checkAnswer } from '../output';
import { checkOutput, parseOutput, type Output } from '../output-text';

type OutputSchema = NonNullable<AgentDefV1['output_schema']>;

const ANSWER_NOW = 'No more tools can be run in this turn. Answer now with what you have.';

/** Maximum number of parts that are named as ignored; a response has room for as many. */
const MAX_IGNORED = 32;

/** Maximum length of a result that is shown to people as it is, in characters; the rest is in the log. */
const MAX_HANDED_OVER = 32_768;

/**
 * What earlier replies of the turn have shown to people: messages beside tool requests, and results with
 * `return_to_llm: false`.
 */
function shownText(turn: Turn): string {
  const said = turn.steps.flatMap((step) => {
    if (step.kind !== 'model') return [];
    const reply = readJsonReply(step.content ?? '');
    const results = callResults(turn, step)
      .filter(({ call, status }) => call.return_to_llm === false && status === 'ok')
      .map(({ text }) => (text.length > MAX_HANDED_OVER ? `${text.slice(0, MAX_HANDED_OVER)} […]` : text));
    return [...(reply.kind === 'broken' ? [] : [reply.message]), ...results];
  });
  return said.filter((text) => text !== '').join(SEPARATOR);
}

/**
 * Handles an unreadable reply: the first one is returned to the model with the reason; a second one in a row ends the
 * turn with an error.
 */
function unreadable(turn: Turn, content: string, why: string): ParsedReply {
  if (turn.steps.at(-1)?.kind === 'repair') {
    const message = 'The model returned an unreadable reply twice: a reply must be one JSON object.';
    return { kind: 'failed', error: { code: 'invalid_reply', message } };
  }
  const message = `Your reply cannot be used: ${why}. Write all of it again, as one JSON object and nothing else.`;
  return { kind: 'retry', step: 'repair', content, observation: { code: 'invalid_reply', message } };
}

function finalReply(turn: Turn, reply: Exclude<JsonReply, { kind: 'broken' }>, raw: string): ParsedReply {
  const content = [shownText(turn), reply.message].filter((text) => text !== '').join(SEPARATOR);
  if (content.trim() === '') return unreadable(turn, raw, 'it neither says anything nor requests a tool');
  return withIgnored({ kind: 'final', action: 'speak', content }, reply.kind === 'object' ? reply.ignored : []);
}

/** Tells the model what of its reply has no effect; of the last reply, which the model does not hear of, the turn's response tells it. */
function withIgnored(parsed: ParsedReply, ignored: readonly string[]): ParsedReply {
  if (ignored.length === 0) return parsed;
  if (parsed.kind === 'final') return { ...parsed, ignored };
  if (parsed.kind !== 'calls') return parsed;
  const message = `Not understood, and without effect, in your reply: ${ignored.join(', ')}.`;
  return { ...parsed, observation: { code: 'ignored', message } };
}

/** The `output` of the reply or, when the model forgot the frame, the whole reply or its message. */
function outputOf(schema: OutputSchema, reply: JsonReply, content: string): Output {
  if (reply.kind === 'object' && Object.hasOwn(reply.value, 'output'))
    return checkOutput(schema, reply.value['output']);
  const whole = parseOutput(schema, content);
  if (whole.kind === 'valid' || reply.kind !== 'object' || reply.message === '') return whole;
  const said = parseOutput(schema, reply.message);
  return said.kind === 'valid' ? said : whole;
}

function readWithOutput(turn: Turn, schema: OutputSchema, content: string): ParsedReply {
  const reply = readJsonReply(content, ['message', 'tool_requests', 'output']);
  if (reply.kind !== 'object') return checkAnswer(turn, outputOf(schema, reply, content), content);
  const { calls } = reply;
  // People see only the output.
  const shown = calls.flatMap(({ return_to_llm }, at) =>
    return_to_llm === false ? [`tool_requests[${at}].return_to_llm`] : [],
  );
  const ignored = [...(reply.message === '' ? [] : ['message']), ...shown, ...reply.ignored].slice(0, MAX_IGNORED);
  if (calls.length > 0) {
    const told = calls.map((call) => ({ ...call, return_to_llm: true }));
    return withIgnored({ kind: 'calls', content, calls: told }, ignored);
  }
  const isFramed = Object.hasOwn(reply.value, 'output');
  return withIgnored(checkAnswer(turn, outputOf(schema, reply, content), content), isFramed ? ignored : []);
}

/** Each reply is one JSON object: `message` for people, `tool_requests` for tools. */
export const json: ToolMode = {
  buildRequest(turn, can) {
    const { output_schema: schema } = turn.definition;
    const spent = hasUsedAllRounds(turn);
    const tools = spent ? [] : turn.tools.map(({ def }) => def);
    const prompt = `${turn.definition.prompt}\n\n${protocolText(tools, schema)}`;
    const messages = promptOfTurn(turn, { ...turn.definition, prompt });
    const now: PromptMessage[] = spent && turn.tools.length > 0 ? [{ role: 'user', content: ANSWER_NOW }] : [];
    const said = shownText(turn);
    return {
      messages: [...messages, ...stepMessages(turn), ...now],
      ...((can.guided ?? 'none') !== 'none' && { shape: protocolShape(tools, schema) }),
      streamFilter: () => (schema ? new SilentStreamFilter() : new MessageStreamFilter(said)),
    };
  },
  parseReply(turn, { content }) {
    const { output_schema: schema } = turn.definition;
    if (schema) return readWithOutput(turn, schema, content);
    const reply = readJsonReply(content);
    if (reply.kind === 'broken') return unreadable(turn, content, reply.why);
    if (reply.kind === 'object' && reply.calls.length > 0)
      return withIgnored({ kind: 'calls', content, calls: reply.calls }, reply.ignored);
    return finalReply(turn, reply, content);
  },
  settle(turn) {
    const last = turn.steps.at(-1);
    if (!last || last.calls.length === 0 || last.calls.some((call) => call.return_to_llm !== false)) return undefined;
    const content = shownText(turn);
    const wentWell = callResults(turn, last).every(({ status }) => status === 'ok');
    return wentWell && content.trim() !== '' ? { kind: 'final', action: 'speak', content } : undefined;
  },
};
