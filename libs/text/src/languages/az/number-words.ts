import type { NumberWords } from '../number-words';

export const numberWords: NumberWords = {
  words:
    '20 iyirmi|30 otuz|40 qırx|50 əlli|60 altmış atmış|70 yetmiş|80 səksən|90 doxsan|*100 yüz|*1000 min|*1000000 milyon',
};
