import type { NumberWords } from '../number-words';

export const numberWords: NumberWords = {
  words: '30 ముప్పై|40 నలభై|50 యాభై|60 అరవై|70 డెబ్బై|80 ఎనభై|90 తొంభై|*100 వందల వంద నూరు వందలు|*1000 వెయ్యి వేల వేలు|*100000 లక్ష లక్షలు',
};
