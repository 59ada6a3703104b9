import type { WordKinds } from '../word-kinds';

export const wordKinds: WordKinds = {
  negations: 'yox deyil heç xeyr',
  affirmations: 'bəli hə',
  numerals: 'sıfır bir iki üç dörd beş altı yeddi səkkiz doqquz on',
  quantities: 'iyirmi yüz yarım',
  courtesies: 'salam təşəkkür sağol zəhmət',
  reactions: 'yaxşı oldu sabahınız',
  questions: 'nə kim kimi kimə harada hara haradadır vaxt niyə necə neçə hansı nəyi',
};
