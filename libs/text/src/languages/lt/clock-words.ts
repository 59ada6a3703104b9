import type { ClockWords } from '../clock-words';

export const clockWords: ClockWords = {
  phrases: { 'pusę|pusė {h}': -30 },
  hours:
    'pirmos|pirmą dviejų|antrą trijų|trečią keturių|ketvirtą penkių|penktą šešių|šeštą septynių|septintą aštuonių|aštuntą devynių|devintą dešimties|dešimtą vienuoliktos|vienuoliktą dvyliktos|dvyliktą',
};
