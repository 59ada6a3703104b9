import { defineLanguage } from '../language';
import { dateWords } from './date-words';
import { numberWords } from './number-words';
import { wordKinds } from './word-kinds';

export const khmer = defineLanguage({
  code: 'km',
  script: 'Khmer',
  stopWords: 'និង នៅ ជា នេះ នោះ ដែល បាន ខ្ញុំ អ្នក គាត់ យើង របស់ ក្នុង ហើយ ឬ ប៉ុន្តែ ទៅ មក ការ គឺ មាន'.split(' '),
  dateWords,
  numberWords,
  wordKinds,
});
