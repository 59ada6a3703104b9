import { words } from '@crumbtrail/hints';
import { isOfKind } from '@crumbtrail/text';

/** Does a sentence only greet, thank, react, or say yes or no, in any language? It says nothing that lasts. */
export const isFiller = (text: string): boolean =>
  words(text).every((word) => isOfKind(word, 'courtesies', 'reactions', 'affirmations', 'negations'));
