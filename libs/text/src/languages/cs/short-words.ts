/** Words of Czech that say the same: short and colloquial ones. */
export const shortWords = `
kafe kafíčko káva|mobil telefon|auto vůz|lednice lednička ledna chladnička|počítač komp|fotka fotky fotografie|škola škole|byt byty apartmán
maminka máma mamka matka|táta tatínek taťka otec|babička babi|děda dědeček|doktor lékař dr|práce zaměstnání|dárek dárky dar|hospoda restaurace
`;
