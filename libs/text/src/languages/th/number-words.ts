import type { NumberWords } from '../number-words';

export const numberWords: NumberWords = {
  words: '1 เอ็ด|2 ยี่|*10 สิบ|*100 ร้อย|*1000 พัน|*10000 หมื่น|*100000 แสน|*1000000 ล้าน',
};
