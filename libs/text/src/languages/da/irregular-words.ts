/** Verbs and nouns with the forms that no stemmer knows, the base first. */
export const irregularWords = `
gå går gik gået|stå står stod stået|få får fik fået|se ser så set|komme kommer kom kommet|tage tager tog taget|give giver gav givet
drage drog draget|spise spiste|drikke drikker drak drukket|skrive skriver skrev skrevet|blive bliver blev blevet|stige steg steget
ride red redet|bide bed bidt|gribe greb grebet|flyve flyver fløj fløjet|lyve løj løjet|byde bød budt|bryde brød brudt|fryse frøs frosset
skyde skød skudt|synge synger sang sunget|krybe krøb krøbet|nyde nød nydt|stjæle stjal stjålet|skære skar skåret|bære bærer bar båret
finde finder fandt fundet|vinde vinder vandt vundet|springe sprang sprunget|binde bandt bundet|sidde sidder sad siddet|slippe slap sluppet
forsvinde forsvandt forsvundet|hjælpe hjælper hjalp hjulpet|stikke stak stukket|dø dør døde|fare for faret|slå slår slog slået
falde falder faldt faldet|holde holder holdt|lade lod ladet|græde græd grædt|ligge ligger lå ligget|lægge lægger lagde lagt
sige siger sagde sagt|vide ved vidste vidst|sove sover sov sovet|gøre gør gjorde gjort|sælge sælger solgte solgt|vælge vælger valgte valgt
sætte sætter satte sat|bringe bragte bragt|tælle talte talt|spørge spørger spurgte spurgt|løbe løber løb løbet|hedde hedder hed heddet
bog bøger|fod fødder|hånd hænder|nat nætter|tand tænder|mand mænd|gås gæs|søn sønner|bror brødre|far fædre|mor mødre|datter døtre
bonde bønder|ko køer|barn børn|øje øjne
`;
