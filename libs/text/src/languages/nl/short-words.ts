/** Words of Dutch that say the same: short ones, units, and those of other countries. */
export const shortWords = `
tv televisie|fiets rijwiel|foto fotografie|uni universiteit|mobiel telefoon gsm|auto wagen|koelkast ijskast|min minuut minuten|uur uren
sec seconde seconden|kilo kilogram kg|kilometer km|centimeter cm|euro eur|nr nummer|dokter arts dr|mama moeder|papa vader|oma grootmoeder
opa grootvader|app applicatie|wachtwoord paswoord|ziekenhuis kliniek|baan werk|patat friet
`;
