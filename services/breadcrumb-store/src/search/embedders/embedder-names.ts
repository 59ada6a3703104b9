/** Turns a name that a person gives an embedder into the name that its vectors are stored under, or refuses it. */
export type EmbedderNames = (given: string) => string;

/** Injection token of {@link EmbedderNames}. */
export const EMBEDDER_NAMES = Symbol('EmbedderNames');
