import type { WordKinds } from '../word-kinds';

export const wordKinds: WordKinds = {
  negations: 'nee nie nooit niks niemand geen sonder',
  affirmations: 'ja',
  numerals:
    'nul een twee drie vier vyf ses sewe agt nege tien elf twaalf dertien veertien vyftien sestien sewentien agtien|agttien negentien|neëntien twintig',
  quantities: 'twintig honderd duisend half',
  courtesies: 'hallo dankie asseblief',
  reactions: 'goeie môre lekker reg',
  questions: 'wat wie waar wanneer hoekom hoe hoeveel watter waaroor waarom',
  corrections: 'eintlik',
  reminders: 'onthou|moenie vergeet nie',
  that: 'dat',
};
