import type { NumberWords } from '../number-words';

export const numberWords: NumberWords = {
  words:
    '30 trideset|40 četrdeset|50 pedeset|60 šezdeset|70 sedamdeset|80 osamdeset|90 devedeset|100 sto stotinu|200 dvjesto dvesta dvijesto dvesto|' +
    '300 tristo trista|400 četiristo|500 petsto|600 šeststo šesto|700 sedamsto|800 osamsto|900 devetsto|' +
    '*1000 tisuću tisuća tisuće hiljadu hiljada hiljade|*1000000 milijun milijuna milion miliona',
  and: 'i',
};
