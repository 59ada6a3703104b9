import { tagError, type TagError } from './errors';
import type { TagKind, WrittenTag } from './vocabulary';

/** The meaning of a reply. */
export type TagOutcome =
  | { readonly kind: 'call'; readonly tool: string; readonly argument: string }
  | { readonly kind: 'speak'; readonly content: string }
  | { readonly kind: 'wait' }
  | { readonly kind: 'error'; readonly error: TagError };

/** The error when a tag after the end of the turn contradicts that end; undefined when it does not. */
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
