/** Words of German that say the same: short ones, units, and those of other countries. */
export const shortWords = `
handy mobiltelefon smartphone|auto autos wagen pkw|foto fotos bild bilder|uni universität|kita kindergarten|fahrrad fahrräder rad bike
fernseher tv glotze|min minute minuten|std stunde stunden|sek sekunde sekunden|nr nummer|tel telefon|str straße strasse|geburtstag geb|doktor arzt dr
arzt ärztin|prof professor professorin|kilo kilogramm kg|kilometer km|zentimeter cm|euro euros eur|info infos information informationen
doku dokumentation|app anwendung|passwort kennwort passwörter|samstag sonnabend|oma großmutter|opa großvater|mama mutter mutti|papa vater vati
brötchen semmel|tischler schreiner|metzger fleischer|wlan wifi|krankenhaus klinik spital|frisör friseur|kino lichtspiel|lkw laster lastwagen
max maximal maximum|temp temperatur|azubi auszubildender lehrling|job arbeit
telefonnummer telefonnummern rufnummer tel.-nr telnr|urlaub ferien|gehalt lohn|strom elektrizität|garantie gewährleistung
geschenk geschenke mitbringsel souvenir|rechner computer pc|kühlschrank eisschrank|möhre möhren karotte karotten|kartoffel kartoffeln erdäpfel
tomate tomaten paradeiser|reparieren repariert gerichtet|waschmaschine wama|aufzug lift fahrstuhl
`;
