import type { NumberWords } from '../number-words';

export const numberWords: NumberWords = {
  words:
    '20 хорь хорин|30 гуч гучин|40 дөч дөчин|50 тавь тавин|60 жар жаран|70 дал далан|80 ная наян|90 ер ерэн|*100 зуу зуун|*1000 мянга мянган|' +
    '*1000000 сая',
};
