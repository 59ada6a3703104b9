import type { NumberWords } from '../number-words';

export const numberWords: NumberWords = {
  words:
    '10 belas|*10 puluh|12 duabelas|13 tigabelas|15 limabelas|100 seratus|*100 ratus|1000 seribu|*1000 ribu|*1000000 juta sejuta',
  unitsFirst: true,
};
