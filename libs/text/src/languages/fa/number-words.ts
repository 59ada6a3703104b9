import type { NumberWords } from '../number-words';

export const numberWords: NumberWords = {
  words:
    '30 سی|40 چهل|50 پنجاه|60 شصت|70 هفتاد|80 هشتاد|90 نود|100 صد یکصد|200 دویست|300 سیصد|400 چهارصد|500 پانصد|600 ششصد|700 هفتصد|800 هشتصد|' +
    '900 نهصد|*1000 هزار|*1000000 میلیون',
  and: 'و',
};
