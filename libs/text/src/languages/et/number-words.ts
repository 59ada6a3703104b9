import type { NumberWords } from '../number-words';

export const numberWords: NumberWords = {
  words:
    '30 kolmkümmend|40 nelikümmend|50 viiskümmend|60 kuuskümmend|70 seitsekümmend|80 kaheksakümmend|90 üheksakümmend|*100 sada|*1000 tuhat|' +
    '*1000000 miljon miljonit',
  joins: true,
};
