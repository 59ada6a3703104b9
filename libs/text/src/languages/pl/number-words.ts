import type { NumberWords } from '../number-words';

export const numberWords: NumberWords = {
  words:
    '2 dwóch dwu|3 trzech|4 czterech|5 pięciu|6 sześciu|7 siedmiu|8 ośmiu|9 dziewięciu|11 jedenastu|12 dwunastu|13 trzynastu|14 czternastu|15 piętnastu|16 szesnastu|' +
    '17 siedemnastu|18 osiemnastu|19 dziewiętnastu|20 dwudziestu|30 trzydzieści trzydziestu|40 czterdzieści czterdziestu|50 pięćdziesiąt pięćdziesięciu|60 sześćdziesiąt sześćdziesięciu|' +
    '70 siedemdziesiąt siedemdziesięciu|80 osiemdziesiąt osiemdziesięciu|90 dziewięćdziesiąt dziewięćdziesięciu|100 sto stu|200 dwieście dwustu|' +
    '300 trzysta trzystu|400 czterysta czterystu|500 pięćset pięciuset|600 sześćset sześciuset|700 siedemset siedmiuset|800 osiemset ośmiuset|' +
    '900 dziewięćset dziewięciuset|*1000 tysiąc tysiące tysięcy|*1000000 milion miliony milionów',
};
