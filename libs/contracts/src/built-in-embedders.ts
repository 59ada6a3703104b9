/** The embedders that need no server, model or download. Their vectors are computed in memory and not stored. */
export const BUILT_IN_EMBEDDERS = ['words', 'lexical'] as const;

/** Is it the name of a built-in embedder, with or without its version? */
export const isBuiltInEmbedder = (name: string): boolean =>
  BUILT_IN_EMBEDDERS.some((one) => name === one || name.startsWith(`${one}/`));
