import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { ModelCallBody } from './script';

const DIMENSIONS = 64;

/** A unit vector made of the text's words: the same text gives the same vector, shared words bring vectors closer. */
function embed(text: string, dimensions: number): number[] {
  const vector = new Array<number>(dimensions).fill(0);
  for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [' ']) {
    const at = createHash('sha256').update(word).digest().readUInt32BE(0) % dimensions;
    vector[at] = (vector[at] as number) + 1;
  }
  const length = Math.hypot(...vector) || 1;
  return vector.map((value) => value / length);
}

const base64 = (vector: readonly number[]): string => Buffer.from(new Float32Array(vector).buffer).toString('base64');

/** Answers `POST /embeddings`, in floats or base64, as asked. */
export function embeddings(response: ServerResponse, body: ModelCallBody): void {
  const inputs = Array.isArray(body.input) ? (body.input as readonly string[]) : [String(body.input ?? '')];
  const dimensions = typeof body['dimensions'] === 'number' ? body['dimensions'] : DIMENSIONS;
  const data = inputs.map((text, index) => {
    const vector = embed(text, dimensions);
    return { object: 'embedding', index, embedding: body['encoding_format'] === 'base64' ? base64(vector) : vector };
  });
  const tokens = inputs.reduce((sum, text) => sum + Math.ceil(text.length / 4), 0);
  response.setHeader('content-type', 'application/json');
  response.end(
    JSON.stringify({ object: 'list', data, model: body.model, usage: { prompt_tokens: tokens, total_tokens: tokens } }),
  );
}
