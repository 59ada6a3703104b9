import { defineLanguage } from '../language';
import { stripEndings } from '../strip-endings';
import { clockWords } from './clock-words';
import { dateWords } from './date-words';
import { numberWords } from './number-words';
import { wordKinds } from './word-kinds';

/** Endings of cases, numbers and persons. */
const ENDINGS = 'ांच्या ांना ांनी ांचा ांची ांचे ाच्या ाला ाने ाचा ाची ाचे ात च्या ला ने चा ची चे ्या ्स त ां ा ी े';

export const marathi = defineLanguage({
  code: 'mr',
  script: 'Devanagari',
  letters: 'ळ',
  stopWords: (
    'आणि आहे आहेत होता होती होते हा ही हे तो ती ते मी आम्ही तू तुम्ही माझा माझी माझे त्याचा तिचा पण किंवा म्हणून साठी वर मध्ये च्या चा ' +
    'ची चे ला ने का की हवेत झाले केले पुन्हा'
  ).split(' '),
  stem: stripEndings(ENDINGS.split(' ')),
  clockWords,
  dateWords,
  numberWords,
  wordKinds,
});
