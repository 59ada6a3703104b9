import { setTimeout as pause } from 'node:timers/promises';
import { EmbeddingRefused, normalise, type Embedder } from './embedder';

export interface OpenAiEmbedderOptions {
  /** The base URL, up to and including `/v1`. */
  readonly baseUrl: string;
  readonly model: string;
  readonly apiKey?: string;
  readonly timeoutMs?: number;
  readonly attempts?: number;
  readonly backoffMs?: number;
}

const TIMEOUT_MS = 15_000;
const ATTEMPTS = 3;
const BACKOFF_MS = 250;
const BATCH = 64;
const REFUSALS = new Set([400, 413, 422]);

interface EmbeddingsResponse {
  readonly data?: readonly { readonly index?: number; readonly embedding?: readonly number[] }[];
}

/** A transient failure: the server may answer later. */
class EmbeddingFailed extends Error {
  override readonly name = 'EmbeddingFailed';
  constructor(
    message: string,
    readonly retryAfterMs: number | null = null,
    options?: { cause?: unknown },
  ) {
    super(message, options);
  }
}

function readRetryAfter(response: Response): number | null {
  const seconds = Number(response.headers.get('retry-after'));
  return Number.isFinite(seconds) && seconds > 0 ? Math.min(seconds * 1_000, 10_000) : null;
}

/** Refuses only the text with a zero vector, so that the other texts of the batch are embedded. */
function requireDirection(embedding: readonly number[]): readonly number[] {
  const vector = normalise(embedding);
  if (vector === null) throw new EmbeddingRefused('The embedding server gave a text a vector without a direction.');
  return vector;
}

function readVectors(reply: EmbeddingsResponse, count: number): readonly (readonly number[])[] {
  const vectors: (readonly number[])[] = new Array<readonly number[]>(count).fill([]);
  (reply.data ?? []).forEach(({ index, embedding }, at) => {
    if (Array.isArray(embedding)) vectors[index ?? at] = requireDirection(embedding as number[]);
  });
  const dimensions = new Set(vectors.map((one) => one.length));
  if (vectors.length !== count || dimensions.size !== 1 || dimensions.has(0))
    throw new EmbeddingFailed(`The embedding server answered ${count} texts with vectors that cannot be used.`);
  return vectors;
}

/** Requests vectors from any server with OpenAI's `POST /embeddings`, with a time limit and a few retries for each call. */
export class OpenAiEmbedder implements Embedder {
  readonly name: string;
  readonly batch = BATCH;

  constructor(private readonly options: OpenAiEmbedderOptions) {
    this.name = `openai/${options.model}`;
  }

  async embed(texts: readonly string[], signal?: AbortSignal): Promise<readonly (readonly number[])[]> {
    const attempts = signal ? 1 : (this.options.attempts ?? ATTEMPTS);
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.call(texts, signal);
      } catch (error) {
        if (attempt >= attempts || error instanceof EmbeddingRefused) throw error;
        await pause(this.waitAfter(error, attempt));
      }
    }
  }

  private waitAfter(error: unknown, attempt: number): number {
    const asked = error instanceof EmbeddingFailed ? error.retryAfterMs : null;
    return asked ?? (this.options.backoffMs ?? BACKOFF_MS) * 2 ** (attempt - 1);
  }

  private async call(texts: readonly string[], signal?: AbortSignal): Promise<readonly (readonly number[])[]> {
    const { baseUrl, model, apiKey, timeoutMs } = this.options;
    const limit = AbortSignal.timeout(timeoutMs ?? TIMEOUT_MS);
    const response = await fetch(`${baseUrl.replace(/\/+$/, '')}/embeddings`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(apiKey ? { authorization: `Bearer ${apiKey}` } : {}) },
      body: JSON.stringify({ model, input: texts, encoding_format: 'float' }),
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
    });
    if (!response.ok) {
      const message = `The embedding server answered ${response.status}: ${(await response.text()).slice(0, 200)}`;
      if (REFUSALS.has(response.status)) throw new EmbeddingRefused(message);
      throw new EmbeddingFailed(message, readRetryAfter(response));
    }
    return readVectors((await response.json()) as EmbeddingsResponse, texts.length);
  }
}
