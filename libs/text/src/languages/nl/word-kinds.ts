import type { WordKinds } from '../word-kinds';

export const wordKinds: WordKinds = {
  negations: 'nee niet nooit geen niets niemand zonder noch nergens',
  affirmations: 'ja',
  numerals:
    'nul een|één twee drie vier vijf zes zeven acht negen tien elf twaalf dertien veertien vijftien zestien zeventien achttien negentien twintig',
  quantities: 'twintig dertig honderd duizend eerste tweede derde helft keer',
  opposites:
    'aan uit waar onwaar voor na meer minder altijd moet mag kan alleen behalve als alle sommige elke gisteren vandaag',
  courtesies: 'hoi dag nou alsjeblieft alstublieft bedankt dank goedemorgen',
  reactions: 'je wel goed prima',
  corrections: 'nu eigenlijk toch',
  questions: 'wat wie waar wanneer waarom hoe hoeveel welke welk waarover',
  functionWords:
    'de het een is zijn was waren en te in op van dat die dit ik je jij hij zij ze wij we jullie mijn jouw ons onze voor met aan ' +
    'bij maar ook er heb hebt heeft hebben wordt',
  reminders: 'onthoud|vergeet niet|denk eraan|noteer',
  that: 'dat',
};
