/** Limits of memory.short.v1 and memory.long.v1: the most characters of a text and of its three parts, sources, and facts that it contradicts. */
export const MAX_FACT = 1_000;
export const MAX_SUBJECT = 200;
export const MAX_RELATION = 200;
export const MAX_VALUE = 500;
export const MAX_SOURCES = 64;
export const MAX_CONTRADICTIONS = 8;
/** Most characters of the line about what has gone on to the long-term memory. */
export const MAX_SHADOW = 500;
/** Most characters of the name of a section. */
export const MAX_SECTION = 80;
