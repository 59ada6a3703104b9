/**
 * Words that turn what a text says. They only ever keep two texts apart, or keep a short one: a language that is missing here
 * is compared more strictly, never less (see `isKnownLanguage`).
 */
const list = (...lines: readonly string[]): ReadonlySet<string> => new Set(lines.join(' ').split(' '));

const DENIALS = list(
  'no not never none nothing nobody nowhere neither nor cannot without nope nah hardly barely nearly almost rarely seldom',
  'nein nicht nie niemals kein keine keinen keinem keiner keines nichts niemand nirgends ohne weder nö',
  'non ne pas jamais rien aucun aucune personne sans ni nulle',
  'nunca jamás nada nadie ningún ninguno ninguna sin tampoco não nem nenhum nenhuma ninguém sem jamais',
  'mai niente nulla nessuno nessuna senza né neanche nemmeno',
  'nee niet nooit geen niets niemand zonder noch nergens inte nej aldrig ingen inget ingenting utan ikke ikkje nei aldri uden uten',
  'ei en et emme ette eivät älä ekki engin nem ne soha nincs sem nélkül nie nigdy nic nikt bez žádný nikdy není nejsem nechci nikoli',
  'нет не ни никогда ничего никто без нельзя ні немає няма niciodată nu nimic fără hayır değil yok hiç asla',
  'لا لم لن ليس ليست غير بدون לא אין בלי אף नहीं मत ना নয় না नही không chẳng chưa đừng tidak bukan jangan belum tanpa hindi wala hapana siyo si',
  '不 没 没有 沒 沒有 非 无 無 别 未 いいえ いや ない ません 아니 아니요 안 못 없 없다 없어 ไม่ อย่า όχι δεν μην ποτέ χωρίς',
);

const AFFIRMATIONS = list(
  'yes yep yeah yup aye ja jawohl doch oui si sí sim da да так ano tak jo juu kyllä igen evet はい ええ 是 对 對 네 예 نعم כן हाँ हां vâng ya ναι',
);

const NUMBERS = list(
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

const OPPOSITES = list(
  'on off true false enable disable enabled disabled allow deny allowed denied accept reject add remove start stop started',
  'stopped open close opened closed before after more less up down increase decrease always must may might should only except',
  'unless if all some any every now later today yesterday tomorrow',
  'an aus wahr falsch vor nach mehr weniger auf ab immer muss darf kann nur außer wenn alle manche jeder heute gestern morgen',
  'avant après plus moins toujours doit peut seulement sauf si tous certains chaque vrai faux hier demain',
  'antes después depois más menos mais siempre sempre debe puede sólo solo solamente salvo todos algunos cada verdadero falso ayer mañana ontem amanhã',
  'prima dopo più meno deve può soltanto tranne tutti alcuni ogni vero ieri domani',
  'aan uit waar onwaar voor na meer minder altijd moet mag kan alleen behalve als alle sommige elke gisteren vandaag',
);

const DENYING_SIGNS = /[👎❌⛔🚫🛑✖✗✘]/u;

/** Two texts that differ in such a word never say the same. */
export function changesMeaning(word: string): boolean {
  return DENIALS.has(word) || AFFIRMATIONS.has(word) || NUMBERS.has(word) || OPPOSITES.has(word);
}

/** Does a text take a side: yes, no, never, 👎? However short it is, that is something said. */
export function saysYesOrNo(text: string, words: readonly string[]): boolean {
  return (
    DENYING_SIGNS.test(text) ||
    words.some((word) => DENIALS.has(word) || AFFIRMATIONS.has(word) || containsDenial(word))
  );
}

/** In scripts without spaces a denial stands inside what is read as one word. */
const DENYING_PARTS = /[不没沒無无非别未]|ない|ません|없|아니|ไม่/u;

function containsDenial(word: string): boolean {
  return DENYING_PARTS.test(word);
}
