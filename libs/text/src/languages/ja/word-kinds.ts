import type { WordKinds } from '../word-kinds';

export const wordKinds: WordKinds = {
  negations: 'いいえ いや ない ません',
  negativeParts: 'ない ません',
  affirmations: 'はい ええ',
  numerals: '零|〇 一 二 三 四 五 六 七 八 九 十',
  quantities: '百 千 万 半分',
  courtesies:
    'こんにちは こんばんは おはよう おはようございます ありがとう ありがとうございます お願いします さようなら',
  reactions: 'わかりました 了解 了解です',
  questions: '何 なに 誰 だれ どこ いつ なぜ どう いくら いくつ どれ どの どちら',
  corrections: 'やっぱり 実は',
  reminders: '覚えておいて|覚えといて|覚えてください|忘れないで|メモして',
  that: 'と|と、',
};
