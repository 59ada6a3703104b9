import { defineLanguage } from '../language';
import { stripEndings } from '../strip-endings';
import { clockWords } from './clock-words';
import { dateWords } from './date-words';
import { irregularWords } from './irregular-words';
import { shortWords } from './short-words';
import { numberWords } from './number-words';
import { wordKinds } from './word-kinds';

export const czech = defineLanguage({
  code: 'cs',
  script: 'Latin',
  letters: 'áéíóúýěřůčšžňďť',
  irregular: irregularWords + shortWords,
  stopWords: (
    'a aby ale ani ano až bez by byl byla byli bylo být co což další dnes do ho i já jak jaká jaký jako je jeho ' +
    'její jejich jen ještě ji jsem jsi jsme jsou jste již k kam kde kdo kdy kdyby když která které který ke ma mají ' +
    'máme mě mezi mi mít mne mnou moje můj my na nad nám náš ne nebo než nic o od on ona oni ono po pod podle pro ' +
    'proč proto před při s se si sice svůj ta tak také takže tam tato ten tento ti to tohle toto tu tuto ty tvůj u ' +
    'už v vám váš ve však všechno vy z za ze že'
  ).split(' '),
  stem: stripEndings([
    'ého',
    'ému',
    'ými',
    'ím',
    'ích',
    'ých',
    'ami',
    'emi',
    'ech',
    'ách',
    'ům',
    'ou',
    'em',
    'ám',
    'ím',
    'ém',
    'ové',
    'ovi',
    'a',
    'á',
    'e',
    'é',
    'ě',
    'i',
    'í',
    'o',
    'u',
    'ů',
    'y',
    'ý',
  ]),
  clockWords,
  dateWords,
  numberWords,
  wordKinds,
});
