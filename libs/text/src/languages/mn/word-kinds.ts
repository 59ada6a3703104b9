import type { WordKinds } from '../word-kinds';

export const wordKinds: WordKinds = {
  negations: 'үгүй биш хэзээ ч огт',
  affirmations: 'тийм',
  numerals:
    'тэг нэг|нэгэн хоёр гурав|гурван дөрөв|дөрвөн тав|таван зургаа|зургаан долоо|долоон найм|найман ес|есөн арав|арван',
  quantities: 'хорь зуу мянга хагас',
  courtesies: 'баярлалаа гуйя сайн',
  reactions: 'зүгээр өглөөний мэнд',
  questions: 'юу хэн хэнийг хаана хэзээ яагаад яаж хэд хэдэн аль ямар вэ бэ',
};
