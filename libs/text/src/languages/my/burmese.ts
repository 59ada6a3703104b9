import { defineLanguage } from '../language';
import { dateWords } from './date-words';
import { numberWords } from './number-words';
import { wordKinds } from './word-kinds';

export const burmese = defineLanguage({
  code: 'my',
  script: 'Myanmar',
  stopWords: 'သည် ကို က မှာ နှင့် နဲ့ ပြီး တယ် ၏ များ တွေ ဒီ ထို ကျွန်တော် ကျွန်မ သူ မင်း ခင်ဗျား လည်း ပါ ဟာ မှ'.split(' '),
  dateWords,
  numberWords,
  wordKinds,
});
