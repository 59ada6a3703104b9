import { NUMBER_WORDS } from './number-words';
import { OPPOSITES } from './opposites';
import { wordList } from './word-list';

const NEGATIONS = wordList(
  'no not never none nothing nobody nowhere neither nor cannot without nope nah hardly barely nearly almost rarely seldom',
  'cant dont wont isnt arent wasnt werent doesnt didnt hasnt havent hadnt shouldnt wouldnt couldnt mustnt neednt aint',
  'nein nicht nich nix nö nee ned nie niemals kein keine keinen keinem keiner keines nichts niemand nirgends ohne weder',
  'non ne pas jamais rien aucun aucune personne sans ni nulle',
  'nunca jamás nada nadie ningún ninguno ninguna sin tampoco não nao nem nenhum nenhuma ninguém ninguem sem jamais jamas ningun',
  'mai niente nulla nessuno nessuna senza né neanche nemmeno',
  'nee niet nooit geen niets niemand zonder noch nergens inte nej aldrig ingen inget ingenting utan ikke ikkje nei aldri uden uten',
  'ei en et emme ette eivät älä ekki engin nem ne soha nincs sem nélkül nie nigdy nic nikt bez žádný nikdy není nejsem nechci nikoli',
  'нет не ни никогда ничего никто без нельзя ні немає няма niciodată nu nimic fără fara hayır hayir değil degil yok hiç hic asla',
  'لا لم لن ليس ليست غير بدون לא אין בלי אף नहीं मत ना নয় না नही không chẳng chưa đừng tidak bukan jangan belum tanpa hindi wala hapana siyo si',
  '不 没 没有 沒 沒有 非 无 無 别 未 いいえ いや ない ません 아니 아니요 안 못 없 없다 없어 ไม่ อย่า όχι δεν μην ποτέ χωρίς',
);

const AFFIRMATIONS = wordList(
  'yes yep yeah yup aye ja jawohl doch oui si sí sim da да так ano tak jo juu kyllä igen evet はい ええ 是 对 對 네 예 نعم כן हाँ हां vâng ya ναι',
);

const NEGATIVE_SYMBOLS = /[👎❌⛔🚫🛑✖✗✘]/u;

/** Whether a word may turn what a sentence says into something else: negations, yes and no, numbers, opposites. */
export function changesMeaning(word: string): boolean {
  return NEGATIONS.has(word) || AFFIRMATIONS.has(word) || NUMBER_WORDS.has(word) || OPPOSITES.has(word);
}

/** True if a text means yes or no in any form (yes, no, never, 👎): even a short one carries information. */
export function saysYesOrNo(text: string, words: readonly string[]): boolean {
  return (
    NEGATIVE_SYMBOLS.test(text) ||
    words.some((word) => NEGATIONS.has(word) || AFFIRMATIONS.has(word) || containsNegation(word))
  );
}

/** In scripts without spaces a negation is part of what is read as one word. */
const NEGATIVE_PARTS = /[不没沒無无非别未]|ない|ません|없|아니|ไม่/u;

function containsNegation(word: string): boolean {
  return NEGATIVE_PARTS.test(word);
}
