import type { NumberWords } from '../number-words';

export const numberWords: NumberWords = {
  words:
    '10 տասն|20 քսան|30 երեսուն|40 քառասուն|50 հիսուն|60 վաթսուն|70 յոթանասուն|80 ութսուն|90 իննսուն|*100 հարյուր|*1000 հազար|*1000000 միլիոն',
  joins: true,
};
