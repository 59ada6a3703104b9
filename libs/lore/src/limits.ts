/** Most entries that are compiled together: all books that apply to one agent in one session. */
export const MAX_ENTRIES = 20_000;
/** Most characters of all keys that are compiled together. The automaton takes about 30 bytes for each. */
export const MAX_KEY_CHARS = 2_000_000;
/** Most messages that are searched for keys, whatever a setting says. */
export const MAX_SCAN_DEPTH = 1_000;
/** Most passes of one activation. A chain of entries that activate each other ends there. */
export const MAX_PASSES = 100;
/** Longest pattern of a regular expression, in characters. */
export const MAX_PATTERN = 512;
/** Most instructions of a compiled pattern, with repetitions expanded. */
export const MAX_INSTRUCTIONS = 2_000;
/** Most work of one regular expression on one text, in characters times instructions: well under 100 ms in RE2. */
export const MAX_REGEX_WORK = 2_000_000;
/** Most work of all regular expressions of one activation: about half a second at worst. */
export const MAX_ACTIVATION_WORK = 10_000_000;
