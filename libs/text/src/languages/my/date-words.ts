import type { DateWords } from '../date-words';

export const dateWords: DateWords = {
  days: { တနေ့က: -2, မနေ့က: -1, ဒီနေ့: 0, ယနေ့: 0 },
  ago: ['လွန်ခဲ့တဲ့{n}{unit}', 'လွန်ခဲ့သော{n}{unit}', 'လွန်ခဲ့တဲ့ {n} {unit}'],
  units: { day: 'ရက်', week: 'ပတ်', month: 'လ', year: 'နှစ်' },
  isSpaced: false,
  whole: {
    ပြီးခဲ့တဲ့အပတ်: ['week', -1],
    ပြီးခဲ့တဲ့လ: ['month', -1],
    မနှစ်က: ['year', -1],
    ဒီအပတ်: ['week', 0],
    ဒီလ: ['month', 0],
    ဒီနှစ်: ['year', 0],
  },
  monthFirst: true,
  future: {
    days: { မနက်ဖြန်: 1, သန်ဘက်ခါ: 2 },
    ahead: ['နောက်{n}{unit}'],
    whole: { နောက်အပတ်: ['week', 1], နောက်လ: ['month', 1], နောက်နှစ်: ['year', 1] },
  },
};
