/** Limits of memory.short.v1 and memory.long.v1 besides those that the contracts export: the most characters of the three parts of a fact, and facts that it contradicts. */
export const MAX_SUBJECT = 200;
export const MAX_RELATION = 200;
export const MAX_VALUE = 500;
export const MAX_CONTRADICTIONS = 8;
/** Most characters of the line about what has gone on to the long-term memory. */
export const MAX_SHADOW = 500;
/** Most characters of the name of a section. */
export const MAX_SECTION = 80;
