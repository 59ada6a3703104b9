import type { WordKinds } from '../word-kinds';

export const wordKinds: WordKinds = {
  negations: 'nu niciodată nimic nimeni fără fara',
  affirmations: 'da',
  numerals:
    'zero unu|un doi|două trei patru cinci șase|şase șapte|şapte opt nouă zece unsprezece douăsprezece treisprezece paisprezece cincisprezece șaisprezece șaptesprezece optsprezece nouăsprezece douăzeci',
  quantities: 'douăzeci sută mie jumătate',
  courtesies: 'bună mulțumesc mulţumesc rog',
  reactions: 'bine ziua foarte mult',
  questions: 'ce cine unde când de cum cât câtă câți câte care',
  corrections: 'fapt defapt',
  reminders: 'ține minte|amintește-ți|nu uita|notează',
  that: 'că',
};
