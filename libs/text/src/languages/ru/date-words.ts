import type { DateWords } from '../date-words';

export const dateWords: DateWords = {
  days: { позавчера: -2, вчера: -1, сегодня: 0 },
  ago: ['{n} {unit} назад'],
  units: {
    day: 'день|дня|дней',
    week: 'неделю|недели|недель|неделе|неделя',
    month: 'месяц|месяца|месяцев|месяце',
    year: 'год|года|лет|году',
  },
  last: 'прошлой|прошлом|прошлую|прошлый|прошлого|прошлая',
  this: 'этой|этом|эту|этот|этого',
  between: 'между|с',
  and: 'и|по|до',
  before: 'до|перед',
  after: 'после|с',
  beforeYear: 'в|с',
  weekend: 'выходные',
};
