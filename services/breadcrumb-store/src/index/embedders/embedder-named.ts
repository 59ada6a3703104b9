import type { Embedder } from './embedder';
import { lexicalEmbedder } from './lexical-embedder';
import { OpenAiEmbedder } from './openai-embedder';

/** Where vectors come from, as the station is told. */
export interface EmbeddingSettings {
  readonly kind: 'lexical' | 'openai';
  readonly baseUrl?: string;
  readonly model?: string;
  readonly apiKey?: string;
}

/** The embedder that is asked for. */
export function chosenEmbedder({ kind, baseUrl, model, apiKey }: EmbeddingSettings): Embedder {
  if (kind === 'lexical') return lexicalEmbedder;
  if (!baseUrl || !model) throw new TypeError('The openai embedder needs a base URL and a model.');
  return new OpenAiEmbedder({ baseUrl, model, ...(apiKey === undefined ? {} : { apiKey }) });
}

/** An embedder by the name that its rows bear, if it can still be asked: the built-in one, or a model of the same server. */
export function embedderNamed(name: string, settings: EmbeddingSettings): Embedder | null {
  if (name === lexicalEmbedder.name) return lexicalEmbedder;
  const model = /^openai\/(.+)$/.exec(name)?.[1];
  return model !== undefined && settings.baseUrl ? chosenEmbedder({ ...settings, kind: 'openai', model }) : null;
}
