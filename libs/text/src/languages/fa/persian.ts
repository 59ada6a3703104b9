import { defineLanguage } from '../language';
import { stripEndings } from '../strip-endings';
import { clockWords } from './clock-words';
import { dateWords } from './date-words';
import { numberWords } from './number-words';
import { wordKinds } from './word-kinds';

/** Endings of cases, numbers and persons. */
const ENDINGS = 'هایی هایم هایت هایش های ها ان ی م ت ش';

export const persian = defineLanguage({
  code: 'fa',
  script: 'Arabic',
  letters: 'پچژگ',
  stopWords:
    'و در به از که این آن را با برای است بود شد هم یا تا من تو او ما شما بر هر خود پس اگر ولی اما نیز می است‌ دارد دارم'.split(
      ' ',
    ),
  stem: stripEndings(ENDINGS.split(' ')),
  clockWords,
  dateWords,
  numberWords,
  wordKinds,
});
