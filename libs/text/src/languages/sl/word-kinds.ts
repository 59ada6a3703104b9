import type { WordKinds } from '../word-kinds';

export const wordKinds: WordKinds = {
  negations: 'ne nikoli nič nihče brez',
  affirmations: 'ja da',
  numerals:
    'nič ena|en|eno dva|dve tri štiri pet šest sedem osem devet deset enajst dvanajst trinajst štirinajst petnajst šestnajst sedemnajst osemnajst devetnajst dvajset',
  quantities: 'dvajset sto tisoč pol',
  courtesies: 'živjo hvala prosim',
  reactions: 'dobro dober dan super jutro',
  questions: 'kaj kdo koga komu kje kam kdaj zakaj kako koliko kateri katera katero čigav',
};
