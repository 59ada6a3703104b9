/** Version of the renderer; another version may render the same crumb differently. */
export const RENDERER = 'hints/3';
/** Longest template, in UTF-8 bytes. */
export const MAX_TEMPLATE_BYTES = 16 * 1024;
/** Most nodes in a template's syntax tree. */
export const MAX_TEMPLATE_NODES = 500;
/** Deepest nesting of blocks and subexpressions in a template. */
export const MAX_TEMPLATE_DEPTH = 8;
/** Longest rendered text, in UTF-16 units. */
export const MAX_OUTPUT = 512 * 1024;
/** Most syntax-tree nodes that one rendering may run, including repetitions by `each`. */
export const MAX_STEPS = 200_000;
/** Most characters that helpers may read or write in one rendering. */
export const MAX_HELPER_CHARACTERS = 4 * 1024 * 1024;
/** Longest rendering in milliseconds, as a backstop: the counted limits above stop every known attack long before. */
export const MAX_RENDER_MS = 1_000;
/** Most values that all paths of one rendering may visit, paths to a single value aside; takes about a second. */
export const MAX_PATH_VALUES = 1_000_000;
/** Deepest nesting of a payload that is rendered. */
export const MAX_DATA_DEPTH = 64;
/** Most processor milliseconds of all jq programs of one rendering: its thread waits that long. An ordinary program takes about one. */
export const MAX_JQ_MS = 50;
/** Most characters of rendered texts that the cache holds. */
export const MAX_REMEMBERED = 8 * 1024 * 1024;
