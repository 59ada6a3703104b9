/** Words of French that say the same: short ones, units, and those of other countries. */
export const shortWords = `
frigo réfrigérateur|télé télévision téléviseur|vélo bicyclette|ordi ordinateur|appart appartement|resto restaurant|ciné cinéma|prof professeur
fac université|appli application|anniv anniversaire|photo photographie|auto voiture bagnole|portable téléphone mobile|min minute minutes
sec seconde secondes|kilo kilogramme kg|kilomètre kilomètres km|mètre mètres|centimètre centimètres cm|gramme grammes|litre litres|euro euros eur
info infos information informations|docteur médecin dr|maman mère|papa père|boulot travail|wifi wlan|hôpital clinique|max maximum|numéro num
dépt département|heure heures
vacances congé congés|salaire paie paye|malade souffrant|cadeau cadeaux souvenir souvenirs|électricité courant|démissionner démission démissionne démissionné
gamin gamine enfant enfants gosse gosses|petit-déj petit-déjeuner|collègue collègues collaborateur|chaussure chaussures godasses
bouquin bouquins livre livres|fringues vêtements habits
`;
