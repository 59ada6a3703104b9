import { tagError, type TagError } from './errors';
import type { TagKind, WrittenTag } from './vocabulary';

/** What a reply comes to. */
export type TagOutcome =
  | { readonly kind: 'call'; readonly tool: string; readonly argument: string }
  | { readonly kind: 'speak'; readonly content: string }
  | { readonly kind: 'wait' }
  | { readonly kind: 'error'; readonly error: TagError };

/** Why a tag after the end of the turn forbids that end; undefined where it does not matter. */
export function conflictWithEnd(
  end: TagOutcome | undefined,
  kind: TagKind,
  { name, closing }: WrittenTag,
): TagError | undefined {
  if (closing) return undefined;
  if (kind === 'tool') return tagError('tool_after_action', name);
  if (kind !== 'speak' && kind !== 'wait') return undefined;
  return kind === end?.kind ? tagError('two_final_actions', name) : tagError('speak_and_wait');
}
