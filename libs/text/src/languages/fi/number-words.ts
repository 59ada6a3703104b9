import type { NumberWords } from '../number-words';

export const numberWords: NumberWords = {
  words:
    '20 kahdenkymmenen kahtakymmentä|30 kolmekymmentä|40 neljäkymmentä|50 viisikymmentä|60 kuusikymmentä|70 seitsemänkymmentä|' +
    '80 kahdeksankymmentä|90 yhdeksänkymmentä|*100 sata sataa|*1000 tuhat tuhatta|*1000000 miljoona miljoonaa',
  joins: true,
};
