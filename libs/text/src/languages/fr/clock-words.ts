import type { ClockWords } from '../clock-words';

export const clockWords: ClockWords = {
  phrases: {
    '{h} heures|heure et demie': 30,
    '{h} heures|heure et quart': 15,
    '{h} heures|heure moins le quart': -15,
    '{h} et demie|demi': 30,
    '{h} moins le quart': -15,
    'à {h} heures|heure': 0,
  },
  minutes: { '{h} heures|heure {m}': 1, '{h} heures|heure moins {m}': -1 },
  hours: 'une deux trois quatre cinq six sept huit neuf dix onze douze|midi|minuit',
};
