import { afrikaans } from './af/afrikaans';
import { amharic } from './am/amharic';
import { arabic } from './ar/arabic';
import { azerbaijani } from './az/azerbaijani';
import { belarusian } from './be/belarusian';
import { bulgarian } from './bg/bulgarian';
import { bengali } from './bn/bengali';
import { catalan } from './ca/catalan';
import { czech } from './cs/czech';
import { welsh } from './cy/welsh';
import { danish } from './da/danish';
import { german } from './de/german';
import { greek } from './el/greek';
import { english } from './en/english';
import { spanish } from './es/spanish';
import { estonian } from './et/estonian';
import { basque } from './eu/basque';
import { persian } from './fa/persian';
import { finnish } from './fi/finnish';
import { french } from './fr/french';
import { irish } from './ga/irish';
import { galician } from './gl/galician';
import { hebrew } from './he/hebrew';
import { hindi } from './hi/hindi';
import { croatian } from './hr/croatian';
import { hungarian } from './hu/hungarian';
import { armenian } from './hy/armenian';
import { indonesian } from './id/indonesian';
import { icelandic } from './is/icelandic';
import { italian } from './it/italian';
import { japanese } from './ja/japanese';
import { georgian } from './ka/georgian';
import { kazakh } from './kk/kazakh';
import { khmer } from './km/khmer';
import { korean } from './ko/korean';
import { lithuanian } from './lt/lithuanian';
import { latvian } from './lv/latvian';
import { macedonian } from './mk/macedonian';
import { mongolian } from './mn/mongolian';
import { marathi } from './mr/marathi';
import { malay } from './ms/malay';
import { burmese } from './my/burmese';
import { dutch } from './nl/dutch';
import { norwegian } from './no/norwegian';
import { polish } from './pl/polish';
import { portuguese } from './pt/portuguese';
import { romanian } from './ro/romanian';
import { russian } from './ru/russian';
import { slovak } from './sk/slovak';
import { slovene } from './sl/slovene';
import { albanian } from './sq/albanian';
import { serbian } from './sr/serbian';
import { swedish } from './sv/swedish';
import { swahili } from './sw/swahili';
import { tamil } from './ta/tamil';
import { telugu } from './te/telugu';
import { thai } from './th/thai';
import { tagalog } from './tl/tagalog';
import { turkish } from './tr/turkish';
import { ukrainian } from './uk/ukrainian';
import { urdu } from './ur/urdu';
import { vietnamese } from './vi/vietnamese';
import { yoruba } from './yo/yoruba';
import { chinese } from './zh/chinese';
import { zulu } from './zu/zulu';
import type { Language } from './language';

/** The languages that are read, in any order. */
export const LANGUAGES: readonly Language[] = [
  afrikaans,
  amharic,
  arabic,
  azerbaijani,
  belarusian,
  bulgarian,
  bengali,
  catalan,
  czech,
  welsh,
  danish,
  german,
  greek,
  english,
  spanish,
  estonian,
  basque,
  persian,
  finnish,
  french,
  irish,
  galician,
  hebrew,
  hindi,
  croatian,
  hungarian,
  armenian,
  indonesian,
  icelandic,
  italian,
  japanese,
  georgian,
  kazakh,
  khmer,
  korean,
  lithuanian,
  latvian,
  macedonian,
  mongolian,
  marathi,
  malay,
  burmese,
  dutch,
  norwegian,
  polish,
  portuguese,
  romanian,
  russian,
  slovak,
  slovene,
  albanian,
  serbian,
  swedish,
  swahili,
  tamil,
  telugu,
  thai,
  tagalog,
  turkish,
  ukrainian,
  urdu,
  vietnamese,
  yoruba,
  chinese,
  zulu,
];
