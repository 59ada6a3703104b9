import type { NumberWords } from '../number-words';

export const numberWords: NumberWords = {
  words:
    '30 trisdešimt|40 keturiasdešimt|50 penkiasdešimt|60 šešiasdešimt|70 septyniasdešimt|80 aštuoniasdešimt|90 devyniasdešimt|' +
    '*100 šimtas šimtai šimtų|*1000 tūkstantis tūkstančiai tūkstančių|*1000000 milijonas milijonai milijonų',
};
