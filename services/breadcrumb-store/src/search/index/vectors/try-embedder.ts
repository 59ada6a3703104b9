import type { EmbedderTrial } from '@crumbtrail/contracts/operations/stack';
import type { Sql } from '../../../database/database';
import type { Embedder } from '../../embedders/embedder';
import { countBacklog, readTextLength } from './embed-texts';

/** Less than a request to the store may take. */
const TRIAL_WITHIN_MS = 8_000;
/** How many texts are embedded at once to learn how long one takes. */
const MOST_MEASURED = 8;

/** The cosine of unit vectors. */
const likenessOf = (one: readonly number[], other: readonly number[]): number =>
  one.reduce((sum, value, at) => sum + value * (other[at] ?? 0), 0);

interface MeasuredTexts {
  readonly vectors: readonly (readonly number[])[];
  readonly milliseconds: number;
  readonly count: number;
}

/** As many of the texts as the embedder takes at once: the time of a batch is what the backlog takes. The first use, which may load a model, is not measured. */
async function measure(
  embedder: Embedder,
  texts: readonly [string, string],
  signal: AbortSignal,
): Promise<MeasuredTexts> {
  const vectors = await embedder.embed(texts, signal);
  const count = Math.max(2, Math.min(embedder.batch, MOST_MEASURED));
  const started = performance.now();
  await embedder.embed(
    Array.from({ length: count }, (_, at) => texts[at % 2] as string),
    signal,
  );
  return { vectors, milliseconds: performance.now() - started, count };
}

/** What a switch to the embedder would take; nothing where it computes vectors in memory. */
async function estimate(
  sql: Sql,
  embedder: Embedder,
  msPerText: number,
): Promise<Pick<EmbedderTrial, 'pending' | 'pending_characters' | 'estimate_ms'>> {
  if (embedder.vectorise) return { pending: 0, pending_characters: 0, estimate_ms: 0 };
  const pending = await countBacklog(sql, embedder);
  const characters = await readTextLength(sql);
  return {
    pending,
    pending_characters: Math.round(pending * characters),
    estimate_ms: Math.round(pending * msPerText),
  };
}

/** Embeds two texts, compares them and says what a switch to the embedder would take. Stores nothing. */
export async function tryEmbedder(
  embedder: Embedder,
  texts: readonly [string, string],
  sql: Sql,
): Promise<EmbedderTrial> {
  const signal = AbortSignal.timeout(TRIAL_WITHIN_MS);
  const started = performance.now();
  try {
    const { vectors, milliseconds, count } = await measure(embedder, texts, signal);
    const [one = [], other = []] = vectors;
    return {
      embedder: embedder.name,
      ok: true,
      latency_ms: Math.round(milliseconds),
      dimensions: one.length,
      likeness: likenessOf(one, other),
      ...(await estimate(sql, embedder, milliseconds / count)),
    };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const message = signal.aborted ? `It did not answer within ${TRIAL_WITHIN_MS / 1_000} s.` : reason;
    const latency_ms = Math.round(performance.now() - started);
    const nothing = { dimensions: 0, likeness: 0, pending: 0, pending_characters: 0, estimate_ms: 0 };
    return { embedder: embedder.name, ok: false, message, latency_ms, ...nothing };
  }
}
