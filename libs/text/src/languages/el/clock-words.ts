import type { ClockWords } from '../clock-words';

export const clockWords: ClockWords = {
  phrases: { '{h} και μισή': 30, '{h} και τέταρτο': 15, '{h} παρά τέταρτο': -15, 'στις|στη {h}': 0 },
  minutes: { 'στις {h} και {m}': 1, 'στις {h} παρά {m}': -1 },
};
