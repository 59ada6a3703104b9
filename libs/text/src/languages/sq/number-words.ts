import type { NumberWords } from '../number-words';

export const numberWords: NumberWords = {
  words:
    '11 njëmbëdhjetë|12 dymbëdhjetë|13 trembëdhjetë|14 katërmbëdhjetë|15 pesëmbëdhjetë|16 gjashtëmbëdhjetë|17 shtatëmbëdhjetë|18 tetëmbëdhjetë|' +
    '19 nëntëmbëdhjetë|20 njëzet|30 tridhjetë|40 dyzet|50 pesëdhjetë|60 gjashtëdhjetë|70 shtatëdhjetë|80 tetëdhjetë|90 nëntëdhjetë|*100 qind|' +
    '*1000 mijë|*1000000 milion milionë',
  and: 'e',
  joins: true,
};
