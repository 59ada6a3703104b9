import type { NumberWords } from '../number-words';

export const numberWords: NumberWords = {
  words: '10 አሥራ አስራ|20 ሃያ|30 ሠላሳ ሰላሳ|40 አርባ|50 ሃምሳ|60 ስልሳ ስድሳ|70 ሰባ|80 ሰማንያ|90 ዘጠና|*100 መቶ|*1000 ሺ ሺህ|*1000000 ሚሊዮን',
};
