/** Verbs and nouns with the forms that no stemmer knows, the base first. */
export const irregularWords = `
gå går gikk gått|stå står sto stod stått|få får fikk fått|se ser så sett|komme kommer kom kommet|ta tar tok tatt|gi gir ga gav gitt
dra drar dro dratt|drikke drikker drakk drukket|skrive skriver skrev skrevet|bli blir ble blitt|stige steg steget|ri rir red ridd
bite bet bitt|gripe grep grepet|fly flyr fløy fløyet|lyve løy løyet|by bød budt|bryte brøt brutt|fryse frøs frosset|skyte skjøt skutt
synge synger sang sunget|krype krøp krøpet|nyte nøt nytt|stjele stjal stjålet|skjære skar skåret|bære bærer bar båret
finne finner fant funnet|vinne vinner vant vunnet|springe sprang sprunget|binde bandt bundet|sitte sitter satt sittet|slippe slapp sluppet
forsvinne forsvant forsvunnet|hjelpe hjelper hjalp hjulpet|stikke stakk stukket|dø dør døde|fare for faret|slå slår slo slått
falle faller falt|holde holder holdt|la lar lot latt|gråte gråt grått|ligge ligger lå ligget|legge legger la lagt|si sier sa sagt
vite vet visste visst|sove sover sov sovet|gjøre gjør gjorde gjort|selge selger solgte solgt|velge velger valgte valgt
sette setter satte satt|bringe brakte brakt|telle talte talt|spørre spør spurte spurt|løpe løper løp løpt|hete heter het hett|bok bøker
fot føtter|hånd hender|natt netter|tann tenner|mann menn|gås gjess|sønn sønner|bror brødre|far fedre|mor mødre|datter døtre|bonde bønder
ku kyr|øye øyne|tre trær|kne knær
`;
