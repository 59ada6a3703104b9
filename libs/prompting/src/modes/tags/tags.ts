import type { ToolDefV1 } from '@crumbtrail/contracts';
import type { ModelRequest, PromptMessage } from '../../model';
import type { Capabilities } from '../../profile';
import { promptOfTurn } from '../../prompt';
import { hasUsedAllRounds } from '../../turn/rounds';
import { writtenTokens } from '../../turn/usage';
import type { GrantedTool, Turn } from '../../turn/turn';
import type { ParsedReply, ToolMode } from '../mode';
import { parseArgument } from './argument';
import { tagError, type TagError } from './errors';
import { FORGED_OBSERVATION, TagVocabulary } from './vocabulary';
import type { TagOutcome } from './outcome';
import { taggable, tagGuide, tagPattern } from './prompt';
import { TagReader } from './reader';
import { stepsAsText, stepsAsMessages } from './messages';

/** Closing tags besides the observation: the protocol takes four stop strings. */
const MOST_CLOSINGS = 3;

const defsOf = ({ tools }: Turn): ToolDefV1[] => tools.map(({ def }) => def);

function vocabularyOf(turn: Turn): TagVocabulary {
  return new TagVocabulary(defsOf(turn).map(({ name }) => name));
}

/**
 * Stop strings. Closing tags are included only when the server reports at which string it stopped: otherwise a tag that
 * it removed and a tag that the model never closed look the same.
 */
function stopsOf(turn: Turn, can: Capabilities): string[] {
  if (can.stop !== 'told') return [FORGED_OBSERVATION];
  const closings = taggable(defsOf(turn)).map(({ name }) => `</${name}>`);
  return [...closings.slice(0, MOST_CLOSINGS), FORGED_OBSERVATION];
}

function promptMessages(turn: Turn): PromptMessage[] {
  const prompt = `${turn.definition.prompt}\n\n${tagGuide(defsOf(turn), turn.may_speak)}`;
  return promptOfTurn(turn, { ...turn.definition, prompt });
}

/** One text when the provider can continue one and no step had an error; separate messages otherwise. */
function turnMessages(turn: Turn, can: Capabilities): Pick<ModelRequest, 'messages' | 'resume'> {
  const vocabulary = vocabularyOf(turn);
  const sound = turn.steps.length > 0 && turn.steps.every(({ observation }) => !observation);
  if (sound && (can.resume ?? 'portable') !== 'portable')
    return { messages: [...promptMessages(turn), stepsAsText(turn, vocabulary)], resume: true };
  return { messages: [...promptMessages(turn), ...stepsAsMessages(turn, vocabulary)] };
}

/** The definition's limit applies to the whole turn. */
function remainingTokens(turn: Turn): Pick<ModelRequest, 'max_output_tokens'> {
  const limit = turn.definition.model?.max_output_tokens;
  return limit === undefined ? {} : { max_output_tokens: Math.max(1, limit - writtenTokens(turn)) };
}

/** A turn gets one error observation; the second error ends it without a message. */
function rejectReply(turn: Turn, content: string, error: TagError): ParsedReply {
  if (turn.steps.some(({ observation }) => observation)) {
    const message = `${turn.agent} sent two replies that violate the tag grammar, and said nothing: ${error.code}.`;
    return { kind: 'forced_wait', code: error.code, message };
  }
  return { kind: 'retry', step: 'repair', content, observation: error };
}

function acceptCall(turn: Turn, content: string, outcome: Extract<TagOutcome, { kind: 'call' }>): ParsedReply {
  if (hasUsedAllRounds(turn)) {
    const message = `${turn.agent} called ${outcome.tool} after its last round, and said nothing.`;
    return { kind: 'forced_wait', code: 'tool_rounds', message };
  }
  const { def } = turn.tools.find(({ def: { name } }) => name === outcome.tool) as GrantedTool;
  const given = parseArgument(def, outcome.argument);
  if ('why' in given) return rejectReply(turn, content, tagError('bad_argument', given.why));
  return { kind: 'calls', content, calls: [{ tool: outcome.tool, input: given.input }] };
}

/** Thinking, then one tool tag or one end of the turn; parsed while it streams and stopped at the closing tag. */
export const tags: ToolMode = {
  showsLateMessages: true,
  buildRequest(turn, can) {
    const vocabulary = vocabularyOf(turn);
    const tools = hasUsedAllRounds(turn) ? [] : defsOf(turn);
    return {
      ...turnMessages(turn, can),
      ...remainingTokens(turn),
      stop: stopsOf(turn, can),
      shape: { kind: 'regex', pattern: tagPattern(tools, turn.may_speak) },
      thinking: true,
      streamFilter: () => new TagReader(vocabulary, turn.may_speak),
    };
  },
  parseReply(turn, { content }) {
    const reader = new TagReader(vocabularyOf(turn));
    reader.push(content);
    const outcome = reader.end();
    if (outcome.kind === 'error') return rejectReply(turn, content, outcome.error);
    if (outcome.kind === 'call') return acceptCall(turn, content, outcome);
    if (outcome.kind === 'wait') return { kind: 'final', action: 'wait', content: '' };
    if (!turn.may_speak) return rejectReply(turn, content, tagError('may_not_speak'));
    return { kind: 'final', action: 'speak', content: outcome.content };
  },
};
