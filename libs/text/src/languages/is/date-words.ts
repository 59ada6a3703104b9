import type { DateWords } from '../date-words';

export const dateWords: DateWords = {
  days: {
    'í morgun': 0,
    'í kvöld': 0,
    'í nótt': 0,
    'í gærmorgun': -1,
    'í fyrradag': -2,
    'í gær': -1,
    'í gærkvöldi': -1,
    'í dag': 0,
  },
  ago: ['fyrir {n} {unit}', 'fyrir {n} {unit} síðan'],
  units: {
    day: 'dögum|degi|dag|daga',
    week: 'vikum|viku|vika|vikur',
    month: 'mánuðum|mánuði|mánuður',
    year: 'árum|ári|ár',
  },
  counts: { einum: 1, einni: 1, tveimur: 2, þremur: 3, fjórum: 4 },
  last: 'síðasta|síðustu|síðastliðinn',
  this: 'þessa|þessari|þennan',
  before: 'fyrir',
  after: 'eftir|síðan',
  beforeYear: 'árið',
  weekend: 'helgina|helgi',
  future: { days: { 'á morgun': 1, 'ekki á morgun heldur hinn': 2 }, ahead: ['eftir {n} {unit}'], next: 'næsta|næstu' },
  weekdayForms: [
    'sunnudag|sunnudaginn',
    'mánudag|mánudaginn',
    'þriðjudag|þriðjudaginn',
    'miðvikudag|miðvikudaginn',
    'fimmtudag|fimmtudaginn',
    'föstudag|föstudaginn',
    'laugardag|laugardaginn',
  ],
  whole: { 'í fyrra': ['year', -1], 'í hittifyrra': ['year', -2], 'í ár': ['year', 0] },
  holidays: {
    christmas: 'jólin|jólunum|um jólin|aðfangadag',
    newYear: 'gamlárskvöld|áramótin|áramótunum',
    easter: 'páskunum|páskana',
  },
};
