import type { DateWords } from '../date-words';

export const dateWords: DateWords = {
  days: { üleeile: -2, eile: -1, täna: 0 },
  ago: ['{n} {unit} tagasi'],
  units: { day: 'päeva|päev', week: 'nädalat|nädal|nädala', month: 'kuud|kuu', year: 'aastat|aasta' },
  counts: { ühe: 1, kahe: 2, kolme: 3, nelja: 4, viie: 5, kuue: 6, seitsme: 7 },
  selfCounted: { 1: { day: 'päev', week: 'nädal', month: 'kuu', year: 'aasta' } },
  last: 'eelmisel|eelmise|möödunud|läinud',
  this: 'sellel|sel|selle',
  before: 'enne',
  after: 'pärast|alates',
  beforeYear: 'aastal',
  weekend: 'nädalavahetusel|nädalavahetus',
  future: { days: { homme: 1, ülehomme: 2 }, ahead: ['{n} {unit} pärast'], next: 'järgmisel|järgmise|tuleval' },
};
