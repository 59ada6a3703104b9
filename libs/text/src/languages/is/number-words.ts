import type { NumberWords } from '../number-words';

export const numberWords: NumberWords = {
  words:
    '1 ein|30 þrjátíu|40 fjörutíu|50 fimmtíu|60 sextíu|70 sjötíu|80 áttatíu|90 níutíu|*100 hundrað hundruð|*1000 þúsund|' +
    '*1000000 milljón milljónir',
  and: 'og',
  joins: true,
};
