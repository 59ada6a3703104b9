/** Resolves the name of an embedder in a request to the full name under which its vectors are stored; throws for unknown names. */
export type EmbedderNames = (given: string) => string;

/** Injection token of {@link EmbedderNames}. */
export const EMBEDDER_NAMES = Symbol('EmbedderNames');
