import type { WordKinds } from '../word-kinds';

export const wordKinds: WordKinds = {
  negations:
    'nein nicht nich nix nö nee ned nie niemals kein keine keinen keinem keiner keines nichts niemand nirgends ohne weder kaum',
  affirmations: 'ja jawohl doch',
  numerals:
    'null eins|ein|eine|einen zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn zwanzig',
  quantities:
    'zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig hundert tausend million erste zweite dritte halb doppelt einmal ' +
    'zweimal',
  opposites:
    'an aus wahr falsch vor nach mehr weniger auf ab immer muss darf kann nur außer wenn alle manche jeder heute gestern morgen',
  courtesies: 'hallo moin servus na also bitte danke schön tschüss',
  reactions: 'dir euch gut gute guten morgen tag abend nacht sehr super genau klar natürlich ach',
  corrections:
    'jetzt nun inzwischen mittlerweile stattdessen seit ab heute aktuell korrektur eigentlich doch tatsächlich sondern',
  former: 'vorher früher ursprünglich zuerst alte alten bisher geändert',
  questions:
    'was wer wen wem wessen wo wohin woher wann warum wieso weshalb wie wieviel welche welcher welches welchen welchem worüber womit',
  functionWords:
    'der die das den dem des ein eine einen ist sind war waren und zu in im es du sie er wir ihr ich mir mich dir dich mein dein ' +
    'auf mit für von bei aus auch so wie was dass hat habe haben wird werden kann',
  reminders:
    'merk dir|merke dir|merken sie sich|vergiss nicht|vergiss bitte nicht|denk daran|denk dran|behalte|notiere|zur erinnerung',
  that: 'dass|daß',
};
