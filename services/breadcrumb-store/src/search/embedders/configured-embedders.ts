import { createEmbedder, resolveEmbedderName, type EmbeddingSettings } from './create-embedder';
import type { Embedder } from './embedder';
import { wordsEmbedder } from './words-embedder';

/** The embedders that the configuration allows. */
export interface ConfiguredEmbedders {
  /** The one that it names; `words` where that one cannot be had. */
  readonly chosen: Embedder;
  /** The one of a name; null where it cannot be had. */
  readonly named: (name: string) => Embedder | null;
}

export function configureEmbedders(settings: EmbeddingSettings): ConfiguredEmbedders {
  return {
    chosen: createEmbedder(resolveEmbedderName(settings.kind, settings), settings) ?? wordsEmbedder,
    named: (name) => createEmbedder(name, settings),
  };
}
