import type { NumberWords } from '../number-words';

export const numberWords: NumberWords = {
  words:
    '2 div|4 četr|5 piec|6 seš|7 septiņ|8 astoņ|9 deviņ|30 trīsdesmit|40 četrdesmit|50 piecdesmit|60 sešdesmit|70 septiņdesmit|80 astoņdesmit|' +
    '90 deviņdesmit|*100 simts simt simti simtu|*1000 tūkstotis tūkstoši tūkstoš tūkstošu|*1000000 miljons miljoni miljonu',
  joins: true,
};
