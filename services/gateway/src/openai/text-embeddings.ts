import { Injectable } from '@nestjs/common';
import { CrumbError, Embed, type EmbedReply } from '@crumbtrail/contracts';
import type { EmbeddingList, EmbeddingsBody } from '@crumbtrail/contracts/http/openai';
import { countTokens } from '@crumbtrail/hints';
import type { Caller } from '../http/caller';
import { ServiceRequests } from '../ports';
import { invalidParam, OpenAiError } from './openai-error';

/** The model name that stands for whichever embedder serves. */
const ANY_EMBEDDER = 'default';

/** The most texts, and the most of their characters, that one request to the store holds: it embeds them between other requests. */
const MAX_TEXTS = 64;
const MAX_CHARACTERS = 65_536;

/** Splits texts into requests to the store, in order. */
export function toBatches(texts: readonly string[]): string[][] {
  const batches: string[][] = [];
  let characters = Infinity;
  for (const text of texts) {
    const isFull = batches.at(-1)?.length === MAX_TEXTS || characters + text.length > MAX_CHARACTERS;
    if (isFull) batches.push([]);
    characters = (isFull ? 0 : characters) + text.length;
    batches.at(-1)?.push(text);
  }
  return batches;
}

/** The 32-bit floats of a vector, little-endian, in base64. */
export function toBase64(vector: readonly number[]): string {
  const bytes = Buffer.alloc(vector.length * 4);
  vector.forEach((value, at) => bytes.writeFloatLE(value, at * 4));
  return bytes.toString('base64');
}

function refuseDimensions(wanted: number | null | undefined, { embedder, vectors }: EmbedReply): void {
  const dimensions = vectors[0]?.length ?? 0;
  if (wanted === undefined || wanted === null || wanted === dimensions) return;
  throw invalidParam('dimensions', `${embedder} has ${dimensions} dimensions: leave \`dimensions\` out.`);
}

/** Serves vectors of texts by the embedder of the store. Nothing is stored. */
@Injectable()
export class TextEmbeddings {
  constructor(private readonly requests: ServiceRequests) {}

  /** All texts are embedded by one embedder, which the reply names. */
  async create(caller: Caller, { model, input, encoding_format, dimensions }: EmbeddingsBody): Promise<EmbeddingList> {
    const texts = [input].flat();
    const vectors: (readonly number[])[] = [];
    let embedder = model === ANY_EMBEDDER ? undefined : model;
    let tokens = 0;
    for (const batch of toBatches(texts)) {
      const reply = await this.embed(caller, batch, embedder);
      refuseDimensions(dimensions, reply);
      embedder = reply.embedder;
      vectors.push(...reply.vectors);
      tokens += batch.reduce((sum, text) => sum + countTokens(text, 'o200k_base'), 0);
    }
    return {
      object: 'list',
      data: vectors.map((vector, index) => ({
        object: 'embedding',
        index,
        embedding: encoding_format === 'base64' ? toBase64(vector) : vector,
      })),
      model: embedder ?? model,
      usage: { prompt_tokens: tokens, total_tokens: tokens },
    };
  }

  private async embed(caller: Caller, texts: readonly string[], embedder: string | undefined): Promise<EmbedReply> {
    try {
      return await this.requests.request(Embed, caller, { texts, ...(embedder === undefined ? {} : { embedder }) });
    } catch (error) {
      if (!(error instanceof CrumbError) || error.code !== 'not_found') throw error;
      const message = `${error.message} Send its name as \`model\`, or \`${ANY_EMBEDDER}\`.`;
      throw new OpenAiError(404, {
        message,
        type: 'invalid_request_error',
        param: 'model',
        code: 'model_not_found',
      });
    }
  }
}
