/** hints: pure rendering of crumbs through their llm_hints. */
export const library = 'hints';
