import type { Embedder } from './embedder';
import type { QueryVector } from './query-vector';

const WITHIN_MS = 2_000;

/** The question as a vector of the embedder; null where it is a text without any. Rejects where the embedder does not answer in two seconds. */
export async function embedQuestion(embedder: Embedder, question: string): Promise<QueryVector | null> {
  const [vector] = await embedder.embed([question], AbortSignal.timeout(WITHIN_MS));
  return vector ? { embedder: embedder.name, isStored: embedder.vectorise === undefined, vector } : null;
}
