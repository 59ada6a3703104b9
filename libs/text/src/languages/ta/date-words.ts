import type { DateWords } from '../date-words';

export const dateWords: DateWords = {
  days: { 'நேற்று முன்தினம்': -2, நேற்று: -1, இன்று: 0 },
  ago: ['{n} {unit} முன்பு', '{n} {unit} முன்'],
  units: {
    day: 'நாட்களுக்கு|நாள்|நாட்கள்',
    week: 'வாரங்களுக்கு|வாரத்திற்கு|வாரம்',
    month: 'மாதங்களுக்கு|மாதத்திற்கு|மாதம்',
    year: 'ஆண்டுகளுக்கு|வருடங்களுக்கு|ஆண்டு|வருடம்',
  },
  last: 'கடந்த|சென்ற',
  this: 'இந்த',
  future: { days: { நாளை: 1, 'நாளை மறுநாள்': 2 }, ahead: ['{n} {unit} பிறகு'], next: 'அடுத்த' },
};
