import { wordList } from './word-list';

/** Numerals and words for quantities. */
export const NUMBER_WORDS = wordList(
  'zero two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen',
  'twenty thirty forty fifty sixty seventy eighty ninety hundred thousand million billion first second third fourth fifth once',
  'twice half quarter double dozen one',
  'null eins ein eine einen zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn zwanzig dreißig vierzig fünfzig',
  'hundert tausend erste zweite dritte halb doppelt einmal zweimal',
  'zéro un une deux trois quatre cinq sept huit neuf dix onze douze treize quatorze quinze seize vingt trente quarante cinquante',
  'soixante cent mille premier première deuxième troisième moitié demi fois',
  'cero uno una dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince veinte treinta cuarenta cincuenta cien ciento mil',
  'primero primera segundo segunda tercero medio mitad um uma dois duas três quatro sete oito nove dez onze doze vinte trinta cem metade',
  'due tre quattro cinque sei sette otto dieci undici dodici venti trenta cento primo prima secondo terzo mezzo metà',
  'nul een één twee drie vijf zes zeven acht negen tien elf twaalf twintig dertig honderd duizend eerste tweede derde helft keer',
);
