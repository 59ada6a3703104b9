import type { WordKinds } from '../word-kinds';

export const wordKinds: WordKinds = {
  negations: 'ddim byth neb dim heb',
  affirmations: 'oes ydy',
  numerals: 'sero|dim un dau|dwy tri|tair pedwar|pedair pump|pum chwech|chwe saith wyth naw deg',
  quantities: 'ugain cant mil hanner',
  courtesies: 'helo diolch shwmae',
  reactions: 'iawn da bore',
  questions: 'beth pwy ble lle pryd pam sut faint pa sawl',
};
