import type { SourceMessage } from '@crumbtrail/memory';
import type { KeeperSettings } from '../settings';

/** The scope level of summaries that cover a number of messages, independent of the scopes of the session. */
export const SUMMARY_LEVEL = 'messages';

const WORD = /\S+/g;

const countWords = (text: string): number => text.match(WORD)?.length ?? 0;

/**
 * The oldest messages that make a summary due: `messages` of them, or as many as have `words` words, whichever comes first. Null while neither is
 * reached. Later messages change nothing.
 */
export function takeBlock(
  messages: readonly SourceMessage[],
  { messages: most = Infinity, words: mostWords = Infinity }: KeeperSettings['summaries'],
): readonly SourceMessage[] | null {
  let words = 0;
  for (const [at, { text }] of messages.entries()) {
    words += countWords(text);
    if (at + 1 >= most || words >= mostWords) return messages.slice(0, at + 1);
  }
  return null;
}
