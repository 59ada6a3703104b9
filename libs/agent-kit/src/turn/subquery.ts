import { resolveTurnLimits, type AgentDefV1, type SubqueryReply, type SubqueryRequest } from '@crumbtrail/contracts';
import {
  completeTemplate,
  countWords,
  fitSubquery,
  limitWords,
  modeOf,
  placePictures,
  systemPrompt,
  toStorableText,
  type Capabilities,
  type CompleteTemplate,
  type ModelReply,
  type ModelRequest,
  type AttachedFile,
  type PlacedPicture,
  type PromptMessage,
  type PromptPicture,
  type SubqueryRoom,
  type Turn,
} from '@crumbtrail/prompting';
import { MAX_REPLY_BYTES } from './endings';
import { mayNotAsk, outputLeft } from './guards';
import { recordedDecision } from './recorded-requests';

/** The most tokens of an answer. */
const ANSWER_TOKENS = 1_000;
/** How the system message of a fresh subquery reads. */
const FRESH = 'You answer one request about a content, in a few sentences.';

type SubqueryError = NonNullable<SubqueryReply['error']>;
/** A value, or why there is none. */
export type OrError<Value> = Value | { readonly error: SubqueryError };

/** A subquery as it is sent to a model. */
export interface BuiltSubquery {
  readonly request: ModelRequest;
  readonly trimmed?: SubqueryReply['trimmed'];
}

/** What a subquery is built from. */
export interface SubqueryInput {
  readonly turn: Turn;
  readonly asked: SubqueryRequest;
  /** With the kind `agent`: who answers. */
  readonly other?: AgentDefV1;
  /** Tokens that prompt and answer share. */
  readonly context_window: number;
  /** How it is asked. Default: with the built-in template of its type. */
  readonly template?: CompleteTemplate;
  /** The pictures of the message, where they are asked for and the answering model sees. */
  readonly pictures?: AskedPictures;
}

/** Pictures that go with a subquery, and what they take of the window. */
export interface AskedPictures {
  readonly shown: readonly PromptPicture[];
  readonly tokens: number;
}

/** Which pictures of a message go with a subquery to a model; an error where it gets none. */
export function choosePictures(
  files: readonly AttachedFile[],
  answering: AgentDefV1,
  context_window: number,
): OrError<{ readonly pictures: readonly PlacedPicture[] }> {
  const { agent, model } = answering;
  if (model?.vision !== true)
    return errorOf('no_vision', `The model of ${agent} sees no pictures. Name an agent whose model sees in \`agent\`.`);
  const pictures = placePictures(files, model, context_window);
  if (pictures.length === 0) return errorOf('no_pictures', 'The message that you answer holds no picture.');
  if (pictures.every(({ shown }) => !shown))
    return errorOf('too_large', `No picture of the message fits into the window of ${agent}.`);
  return { pictures };
}

const errorOf = (code: string, message: string): { readonly error: SubqueryError } => ({ error: { code, message } });

/** Number of subqueries that the turn has asked for, up to this call. */
function countSubqueries({ steps, tools }: Turn, { step, ordinal }: SubqueryRequest): number {
  const asking = new Set(tools.filter(({ def }) => def.permissions?.includes('model')).map(({ def }) => def.name));
  return steps
    .flatMap((one) => one.calls.map((call) => ({ ...call, step: one.step })))
    .filter((call) => call.step < step || (call.step === step && call.ordinal <= ordinal))
    .filter(({ tool, input, error }) => !error && asking.has(tool) && input?.['request'] !== undefined).length;
}

/** Why a turn may not ask a subquery; undefined when it may. */
export function refuseSubquery(turn: Turn, asked: SubqueryRequest): { readonly error: SubqueryError } | undefined {
  const { subqueries: limit } = resolveTurnLimits(turn.definition);
  if (countSubqueries(turn, asked) > limit)
    return errorOf(
      'subquery_limit',
      `You may ask ${limit} subqueries in one turn, and they are used up. Answer with what you have.`,
    );
  const fired = mayNotAsk(turn);
  return fired && errorOf(fired.guard, fired.message);
}

/** What the agent was sent when it asked, without what would make a reply more than text. */
function forkedRequest({ turn, asked }: SubqueryInput, can: Capabilities): OrError<ModelRequest> {
  const decision = recordedDecision(turn, asked.step, can);
  if (decision.do !== 'ask')
    return errorOf('no_prompt', 'The prompt of this turn cannot be put together again. Ask with the context `none`.');
  const { model, temperature, cache_control, tools, messages, resume } = decision.request;
  return {
    model,
    temperature,
    cache_control,
    // The beginning of a reply that the model would continue is no part of what it was asked.
    messages: resume ? messages.slice(0, -1) : messages,
    ...(tools && { tools, tool_choice: 'none' }),
  };
}

/** A request that holds only a system prompt, to the model of a definition. */
function shortRequest({ model }: AgentDefV1, prompt: string): ModelRequest {
  return { model: model?.name, temperature: model?.temperature, messages: [{ role: 'system', content: prompt }] };
}

function baseRequest(input: SubqueryInput, can: Capabilities): OrError<ModelRequest> {
  const { turn, asked, other } = input;
  if (asked.kind === 'fork') return forkedRequest(input, can);
  if (asked.kind === 'fresh') return shortRequest(turn.definition, FRESH);
  if (other === undefined) return errorOf('unknown_member', `There is no agent ${asked.agent ?? ''} that you can ask.`);
  return shortRequest(other, systemPrompt(other));
}

/** The messages with these pictures on the last one, which asks. */
function withPictures(messages: readonly PromptMessage[], pictures: readonly PromptPicture[]): PromptMessage[] {
  const last = messages.at(-1);
  return last?.role === 'user' ? [...messages.slice(0, -1), { ...last, pictures }] : [...messages];
}

/** The window and what it is shared with. */
function roomOf({ turn, other = turn.definition, context_window, pictures }: SubqueryInput): SubqueryRoom {
  const { max_output_tokens = ANSWER_TOKENS, tokenizer = 'o200k_base' } = other.model ?? {};
  const answer = Math.min(ANSWER_TOKENS, max_output_tokens, outputLeft(turn) ?? ANSWER_TOKENS);
  return { context_window: context_window - (pictures?.tokens ?? 0), answer, encoding: tokenizer };
}

/** The name under which the answering agent is known. */
const nameOf = ({ agent, name = agent }: AgentDefV1): string => name;

/** Builds the request to the model, within its window. */
export function buildSubquery(input: SubqueryInput, can: Capabilities): OrError<BuiltSubquery> {
  const base = baseRequest(input, can);
  if ('error' in base) return base;
  const room = roomOf(input);
  const { asked, other, turn, template = completeTemplate(asked.type) } = input;
  const fitted = fitSubquery(base, { ...asked, template, agent: nameOf(other ?? turn.definition) }, room);
  if (fitted === null)
    return errorOf(
      'too_large',
      `This context leaves no room for a subquery in ${room.context_window} tokens. Ask with the context \`none\`.`,
    );
  const { trimmed } = fitted;
  const messages = input.pictures ? withPictures(fitted.messages, input.pictures.shown) : fitted.messages;
  return { request: { ...base, messages, max_output_tokens: room.answer }, ...(trimmed && { trimmed }) };
}

const NO_TOOLS = errorOf(
  'no_tools',
  'The model asked for a tool instead of answering, and a subquery has none. Ask for what the content says, or call the tool yourself.',
);

/** The answer in a reply; an error where it is none. A fork may answer in the form of its mode. */
export function takeAnswer({ turn, asked }: SubqueryInput, reply: ModelReply): OrError<{ readonly answer: string }> {
  if (reply.failure) return errorOf(reply.failure.code, reply.failure.message);
  if (reply.calls && reply.calls.length > 0) return NO_TOOLS;
  const parsed = asked.kind === 'fork' ? modeOf(turn.definition).parseReply({ ...turn, steps: [] }, reply) : undefined;
  if (parsed?.kind === 'calls') return NO_TOOLS;
  const spoken = parsed?.kind === 'final' && parsed.content.trim() !== '' ? parsed.content : reply.content;
  return { answer: toStorableText(spoken.trim(), MAX_REPLY_BYTES).text };
}

/** The request for a shorter answer; undefined when the answer is within its limit. */
export function askShorter(
  { request }: BuiltSubquery,
  { max_words }: SubqueryRequest,
  answer: string,
): ModelRequest | undefined {
  const words = countWords(answer);
  if (max_words === undefined || words <= max_words) return undefined;
  const content = `That answer has ${words} words. Write it again in at most ${max_words} words.`;
  return {
    ...request,
    messages: [...request.messages, { role: 'assistant', content: answer }, { role: 'user', content }],
  };
}

/** The answer without the words above its limit, and how many those are. */
export function trimAnswer(answer: string, max_words: number | undefined): { answer: string; omitted: number } {
  const omitted = max_words === undefined ? 0 : Math.max(0, countWords(answer) - max_words);
  return omitted === 0 ? { answer, omitted } : { answer: limitWords(answer, max_words as number), omitted };
}
