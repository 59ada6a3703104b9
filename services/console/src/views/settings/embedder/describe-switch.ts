import { formatDuration } from '@crumbtrail/formatting';
import type { TriedEmbedder } from './use-embeddings';

/** Characters of a token, about. */
const PER_TOKEN = 4;

const count = (one: number): string => one.toLocaleString('en-US');

/** What a switch to an embedder would take, in words. */
export function describeSwitch({ pending, pending_characters, estimate_ms }: TriedEmbedder): string {
  if (pending === 0) return 'It has no texts to embed: it serves at once.';
  const tokens = count(Math.ceil(pending_characters / PER_TOKEN));
  return `It would embed ${count(pending)} ${pending === 1 ? 'text' : 'texts'} of about ${tokens} tokens, which takes about ${formatDuration(estimate_ms)} by this test; a server that bills asks for as many tokens. The present one serves meanwhile.`;
}
