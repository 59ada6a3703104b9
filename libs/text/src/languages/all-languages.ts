import { chinese } from './zh/chinese';
import { japanese } from './ja/japanese';
import { arabic } from './ar/arabic';
import { bengali } from './bn/bengali';
import { bulgarian } from './bg/bulgarian';
import { czech } from './cs/czech';
import { danish } from './da/danish';
import { german } from './de/german';
import { greek } from './el/greek';
import { english } from './en/english';
import { spanish } from './es/spanish';
import { estonian } from './et/estonian';
import { finnish } from './fi/finnish';
import { french } from './fr/french';
import { hebrew } from './he/hebrew';
import { hindi } from './hi/hindi';
import { hungarian } from './hu/hungarian';
import { armenian } from './hy/armenian';
import { indonesian } from './id/indonesian';
import { icelandic } from './is/icelandic';
import { italian } from './it/italian';
import { korean } from './ko/korean';
import { lithuanian } from './lt/lithuanian';
import { dutch } from './nl/dutch';
import { norwegian } from './no/norwegian';
import { polish } from './pl/polish';
import { portuguese } from './pt/portuguese';
import { romanian } from './ro/romanian';
import { russian } from './ru/russian';
import { swedish } from './sv/swedish';
import { swahili } from './sw/swahili';
import { tamil } from './ta/tamil';
import { thai } from './th/thai';
import { tagalog } from './tl/tagalog';
import { turkish } from './tr/turkish';
import { ukrainian } from './uk/ukrainian';
import { vietnamese } from './vi/vietnamese';
import type { Language, PartialLanguage } from './language';

/** The languages whose texts are read. */
export const LANGUAGES: readonly Language[] = [
  chinese,
  japanese,
  arabic,
  bulgarian,
  czech,
  danish,
  german,
  greek,
  english,
  spanish,
  finnish,
  french,
  hebrew,
  hindi,
  hungarian,
  armenian,
  indonesian,
  italian,
  korean,
  lithuanian,
  dutch,
  norwegian,
  polish,
  portuguese,
  romanian,
  russian,
  swedish,
  tamil,
  turkish,
  ukrainian,
  vietnamese,
];

/** The languages of which only small words are known, besides {@link LANGUAGES}. */
export const PARTIAL_LANGUAGES: readonly PartialLanguage[] = [bengali, estonian, icelandic, swahili, thai, tagalog];
