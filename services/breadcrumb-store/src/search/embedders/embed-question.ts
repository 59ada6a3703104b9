import type { Embedder } from './embedder';
import type { QueryVector } from './query-vector';
import { wordsEmbedder } from './words-embedder';

const WITHIN_MS = 2_000;

const storedOf = ({ name, vectorise }: Embedder): QueryVector['stored'] =>
  vectorise === undefined ? 'vectors' : name === wordsEmbedder.name ? 'meanings' : null;

/** The question as a vector of the embedder; null where it is a text without any. Rejects where the embedder does not answer in two seconds. */
export async function embedQuestion(embedder: Embedder, question: string): Promise<QueryVector | null> {
  const [vector] = await embedder.embed([question], AbortSignal.timeout(WITHIN_MS));
  return vector ? { embedder: embedder.name, stored: storedOf(embedder), vector } : null;
}
