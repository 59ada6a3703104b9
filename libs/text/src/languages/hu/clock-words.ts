import type { ClockWords } from '../clock-words';

export const clockWords: ClockWords = {
  phrases: { 'fél {h}': -30, 'negyed {h}': -45, 'háromnegyed {h}': -15, '{h} órakor': 0 },
  hours:
    'egykor kettőkor|kétkor háromkor négykor ötkor hatkor hétkor nyolckor kilenckor tízkor tizenegykor tizenkettőkor',
};
