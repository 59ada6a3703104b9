import type { NumberWords } from '../number-words';

export const numberWords: NumberWords = {
  words:
    '2 dviejų|3 trijų|4 keturių|5 penkių|6 šešių|7 septynių|8 aštuonių|9 devynių|30 trisdešimt|40 keturiasdešimt|50 penkiasdešimt|60 šešiasdešimt|70 septyniasdešimt|80 aštuoniasdešimt|90 devyniasdešimt|' +
    '*100 šimtas šimtai šimtų|*1000 tūkstantis tūkstančiai tūkstančių|*1000000 milijonas milijonai milijonų',
};
