export { render, hintsOf, type Rendered } from './render';
export type { Renderable } from './record-view';
export { mergeHints } from './merge-hints';
export { checkHints, tryHints } from './check-hints';
export { cleanText } from './clean-text';
export { countTokens, type Encoding } from './count-tokens';
export { simhash, hammingDistance, words } from './simhash';
export { RENDERER, MAX_OUTPUT, MAX_TEMPLATE_BYTES, MAX_TEMPLATE_DEPTH, MAX_TEMPLATE_NODES } from './limits';
