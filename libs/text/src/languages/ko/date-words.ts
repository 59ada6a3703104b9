import type { DateWords } from '../date-words';

export const dateWords: DateWords = {
  days: { 어젯밤: -1, 간밤: -1, 지난밤: -1, 오늘밤: 0, 그저께: -2, 그제: -2, 엊그제: -2, 어제: -1, 오늘: 0 },
  ago: ['{n} {unit} 전', '{n}{unit} 전'],
  units: { day: '일', week: '주|주일', month: '달|개월', year: '년|해' },
  counts: { 한: 1, 두: 2, 세: 3, 네: 4, 일: 1, 이: 2, 삼: 3, 사: 4, 오: 5, 육: 6, 칠: 7, 팔: 8, 구: 9, 십: 10 },
  selfCounted: { 2: { day: '이틀' }, 3: { day: '사흘' }, 4: { day: '나흘' }, 5: { day: '닷새' }, 10: { day: '열흘' } },
  last: '지난',
  this: '이번',
  and: '부터',
  weekend: '주말',
  whole: {
    재작년: ['year', -2],
    지난주말: ['weekend', -1],
    '지난 주말': ['weekend', -1],
    지난주: ['week', -1],
    지난달: ['month', -1],
    작년: ['year', -1],
    지난해: ['year', -1],
    '이번 주': ['week', 0],
    '이번 달': ['month', 0],
    올해: ['year', 0],
  },
  isSpaced: false,
  numbered: { year: '년', month: '월', day: '일' },
  future: {
    days: { 내일: 1, 모레: 2 },
    ahead: ['{n} {unit} 후', '{n}{unit} 후', '{n} {unit} 뒤', '{n}{unit} 뒤'],
    whole: { '다음 주': ['week', 1], '다음 달': ['month', 1], 내년: ['year', 1] },
  },
  dayParts: ' 새벽| 아침| 오전| 오후| 저녁| 밤',
  holidays: {
    christmas: '크리스마스|성탄절',
    newYear: '새해 첫날|연말연시',
    halloween: '핼러윈|할로윈',
    valentine: '발렌타인데이',
  },
};
