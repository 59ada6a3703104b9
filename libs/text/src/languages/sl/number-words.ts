import type { NumberWords } from '../number-words';

export const numberWords: NumberWords = {
  words:
    '30 trideset|40 štirideset|50 petdeset|60 šestdeset|70 sedemdeset|80 osemdeset|90 devetdeset|*100 sto|*1000 tisoč|' +
    '*1000000 milijon milijona milijonov',
  and: 'in',
  joins: true,
  unitsFirst: true,
};
