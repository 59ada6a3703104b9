import type { ClockWords } from '../clock-words';

export const clockWords: ClockWords = {
  phrases: { 'pol {h}': -30, 'četrt na {h}': -45, 'tri četrt na {h}': -15, 'ob {h}': 0 },
  hours:
    'enih|eno dveh|dve treh|tri štirih|štiri petih|pet šestih|šest sedmih|sedem osmih|osem devetih|devet desetih|deset enajstih|enajst dvanajstih|dvanajst',
};
