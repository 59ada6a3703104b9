import type { NumberWords } from '../number-words';

export const numberWords: NumberWords = {
  words:
    '2 kahden kahta|3 kolmen kolmea|4 neljän neljää|5 viiden viittä|6 kuuden kuutta|20 kahdenkymmenen kahtakymmentä|' +
    '30 kolmekymmentä kolmenkymmenen|40 neljäkymmentä neljänkymmenen|50 viisikymmentä viidenkymmenen|60 kuusikymmentä kuudenkymmenen|' +
    '70 seitsemänkymmentä seitsemänkymmenen|80 kahdeksankymmentä kahdeksankymmenen|90 yhdeksänkymmentä yhdeksänkymmenen|' +
    '*100 sata sataa sadan|*1000 tuhat tuhatta tuhannen|*1000000 miljoona miljoonaa',
  joins: true,
};
