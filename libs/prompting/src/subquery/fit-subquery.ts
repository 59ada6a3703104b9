import type { SubqueryContent, SubqueryTrimming } from '@crumbtrail/contracts';
import { countTokens, type Encoding } from '@crumbtrail/hints';
import type { ModelRequest, PromptMessage } from '../model';
import { requestTexts } from '../turn/count-tokens';
import { renderSubquery, type RenderedSubquery } from './render-subquery';
import { selectContentParts } from './select-content-parts';

/** The most tokens of content that a subquery sends. */
const MAX_CONTENT_TOKENS = 24_000;
/** The oldest messages are left out where less than this would remain for the content. */
const MIN_CONTENT_TOKENS = 1_000;

/** The limits of the model that answers. */
export interface SubqueryRoom {
  /** Tokens that prompt and answer share. */
  readonly context_window: number;
  /** Tokens kept free for the answer. */
  readonly answer: number;
  readonly encoding: Encoding;
}

/** A prompt with a subquery at its end. */
export interface FittedSubquery {
  readonly messages: readonly PromptMessage[];
  readonly trimmed?: SubqueryTrimming;
}

type Base = Pick<ModelRequest, 'messages' | 'tools'>;

const countAll = (texts: readonly string[], encoding: Encoding): number =>
  texts.reduce((sum, text) => sum + countTokens(text, encoding), 0);

/** The messages without the oldest after the system's, and without the results of its calls; null when only the last one is left. */
function dropOldest(messages: readonly PromptMessage[]): PromptMessage[] | null {
  const first = messages.findIndex(({ role }) => role !== 'system');
  const next = messages.findIndex(({ role }, at) => at > first && role !== 'tool');
  return first < 0 || next < 0 ? null : messages.toSpliced(first, next - first);
}

/** The newest messages that leave at least `needed` tokens, with the number that they leave; null when the last one leaves less. */
function keepNewest(
  { messages, tools }: Base,
  needed: number,
  leftBeside: (request: ModelRequest) => number,
): { messages: readonly PromptMessage[]; left: number } | null {
  for (let kept: readonly PromptMessage[] | null = messages; kept !== null; kept = dropOldest(kept)) {
    const left = leftBeside({ messages: kept, tools });
    if (left >= needed) return { messages: kept, left };
  }
  return null;
}

const withoutParts = (asked: RenderedSubquery): RenderedSubquery =>
  asked.content === undefined ? asked : { ...asked, content: { ...asked.content, parts: [] } };

const isEmpty = (trimmed: SubqueryTrimming): boolean => Object.keys(trimmed).length === 0;

/**
 * Puts a subquery after a prompt, within the model's window: the content is shortened first, around its time, then the oldest messages of
 * the prompt are left out. Null where even the newest message leaves no room.
 */
export function fitSubquery(
  base: Base,
  asked: RenderedSubquery,
  { context_window, answer, encoding }: SubqueryRoom,
): FittedSubquery | null {
  const most = selectContent(asked.content, MAX_CONTENT_TOKENS, encoding);
  const around = answer + countTokens(renderSubquery(withoutParts(asked)), encoding);
  const kept = keepNewest(base, Math.min(MIN_CONTENT_TOKENS, most.tokens), (request) => {
    return context_window - around - countAll(requestTexts(request), encoding);
  });
  if (kept === null) return null;
  const { content, omitted } = selectContent(asked.content, Math.min(MAX_CONTENT_TOKENS, kept.left), encoding);
  const dropped = base.messages.length - kept.messages.length;
  const trimmed = {
    ...(omitted > 0 && { content_tokens: omitted }),
    ...(dropped > 0 && { messages: dropped }),
  };
  const said: PromptMessage = { role: 'user', content: renderSubquery({ ...asked, content }) };
  return { messages: [...kept.messages, said], ...(isEmpty(trimmed) ? {} : { trimmed }) };
}

interface SelectedContent {
  readonly content: SubqueryContent | undefined;
  readonly tokens: number;
  readonly omitted: number;
}

function selectContent(content: SubqueryContent | undefined, maxTokens: number, encoding: Encoding): SelectedContent {
  if (content === undefined) return { content, tokens: 0, omitted: 0 };
  const { parts, tokens, omitted } = selectContentParts(content, maxTokens, encoding);
  return { content: { ...content, parts }, tokens, omitted };
}
