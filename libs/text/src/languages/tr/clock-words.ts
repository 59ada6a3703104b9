import type { ClockWords } from '../clock-words';

export const clockWords: ClockWords = {
  phrases: { '{h} buçuk|buçukta|buçuğa': 30, '{h} çeyrek geçe|geçiyor': 15, '{h} çeyrek kala|var': -15, 'saat {h}': 0 },
  hours:
    'bire|biri|birde ikiye|ikiyi|ikide üçe|üçü|üçte dörde|dördü|dörtte beşe|beşi|beşte altıya|altıyı|altıda yediye|yediyi|yedide sekize|sekizi|sekizde dokuza|dokuzu|dokuzda ona|onu|onda',
};
