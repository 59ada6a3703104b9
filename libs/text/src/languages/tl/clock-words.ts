import type { ClockWords } from '../clock-words';

export const clockWords: ClockWords = {
  phrases: { 'alas|ala {h} y|i medya|media': 30, 'alas|ala {h}': 0 },
  hours: 'una dos tres kuwatro|kwatro singko sais|seis siyete|syete otso nuwebe diyes onse dose',
};
