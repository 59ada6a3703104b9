/** Words of Polish that say the same: short ones, units, and those of other countries. */
export const shortWords = `
rower bicykl|komp komputer|tel telefon komórka|fotka foto zdjęcie|auto samochód|lodówka chłodziarka|min minuta minuty minut
godz godzina godziny godzin|sek sekunda sekundy sekund|kilo kilogram kg|kilometr km|centymetr cm|złoty zł złotych|nr numer|lekarz doktor dr|mama matka
tata ojciec|babcia babka|dziadek dziadziuś|apka aplikacja|szpital klinika|tv telewizor telewizja|uni uniwersytet|mieszkanie apartament|ul ulica
`;
