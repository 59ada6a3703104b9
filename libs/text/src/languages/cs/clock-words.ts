import type { ClockWords } from '../clock-words';

export const clockWords: ClockWords = {
  phrases: { 'půl {h}': -30, 'čtvrt na {h}': -45, 'tři čtvrtě|čtvrti na {h}': -15, 'v|ve {h} hodin|hodiny': 0 },
  hours:
    'jedné|jednu druhé|dvě třetí|tři čtvrté|čtyři páté|pět šesté|šest sedmé|sedm osmé|osm deváté|devět desáté|deset jedenácté|jedenáct dvanácté|dvanáct',
};
