import type { WordKinds } from '../word-kinds';

export const wordKinds: WordKinds = {
  negations: 'ні не немає нема ніколи нічого ніхто без',
  affirmations: 'так',
  numerals: 'нуль один|одна|одне|одну два|дві три чотири п’ять|пять шість сім вісім дев’ять|девять десять',
  quantities: 'двадцять сто тисяча половина',
  courtesies: 'привіт будь ласка дякую',
  reactions: 'добре зрозуміло дуже добрий день',
  questions: 'що хто кого кому де куди коли чому як скільки який яка яке чий',
  corrections: 'насправді',
  reminders: "запам’ятай|запам'ятай|пам’ятай|не забудь|запиши",
  that: 'що',
};
