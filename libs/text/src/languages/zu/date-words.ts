import type { DateWords } from '../date-words';

export const dateWords: DateWords = {
  days: { kuthangi: -2, izolo: -1, namhlanje: 0 },
  ago: ['{unit} {n} ezedlule'],
  units: { day: 'usuku|izinsuku', week: 'iviki|amaviki', month: 'inyanga|izinyanga', year: 'unyaka|iminyaka' },
  last: 'odlule|eledlule|edlule',
  this: 'le|leli|lo',
  future: { days: { kusasa: 1 }, ahead: ['{unit} {n} ezizayo'], next: 'ozayo|elizayo|ezayo' },
};
