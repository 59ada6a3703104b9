import type { DateWords } from '../date-words';

export const dateWords: DateWords = {
  days: { 'алдыңғы күні': -2, кеше: -1, бүгін: 0 },
  ago: ['{n} {unit} бұрын'],
  units: { day: 'күн', week: 'апта', month: 'ай', year: 'жыл' },
  last: 'өткен',
  this: 'осы|бұл',
  future: { days: { ертең: 1, бүрсігүні: 2 }, ahead: ['{n} {unit} кейін', '{n} күннен соң'], next: 'келесі|келер' },
};
