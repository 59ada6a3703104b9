/** Words of Italian that say the same: short ones, units, and those of other countries. */
export const shortWords = `
tele tv televisione televisore|bici bicicletta|foto fotografia|moto motocicletta|prof professore|frigo frigorifero|cell cellulare telefonino
auto automobile macchina|min minuto minuti|sec secondo secondi|kilo chilo chilogrammo kg|chilometro chilometri km|metro metri|centimetro cm
grammo grammi|litro litri|euro eur|num numero|dottore medico dr|mamma madre|papà babbo padre|nonna nonnina|app applicazione|uni università
info informazione informazioni|cinema cine|ora ore
`;
