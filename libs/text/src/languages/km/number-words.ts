import type { NumberWords } from '../number-words';

export const numberWords: NumberWords = {
  words:
    '*10 ដប់|20 ម្ភៃ|30 សាមសិប|40 សែសិប|50 ហាសិប|60 ហុកសិប|70 ចិតសិប|80 ប៉ែតសិប|90 កៅសិប|*100 រយ|*1000 ពាន់|*10000 ម៉ឺន|*100000 សែន|*1000000 លាន',
};
