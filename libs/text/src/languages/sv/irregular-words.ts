/** Verbs and nouns with the forms that no stemmer knows, the base first. */
export const irregularWords = `
gå går gick gått|stå står stod stått|få får fick fått|se ser såg sett|komma kommer kom kommit|ta tar tog tagit|ge ger gav gett givit
dra drar drog dragit|äta äter åt ätit|dricka dricker drack druckit|skriva skriver skrev skrivit|bli blir blev blivit|stiga stiger steg stigit
rida rider red ridit|bita biter bet bitit|gripa griper grep gripit|skina skiner sken|flyga flyger flög flugit|ljuga ljuger ljög ljugit
bjuda bjuder bjöd bjudit|bryta bryter bröt brutit|frysa fryser frös frusit|skjuta skjuter sköt skjutit|sjunga sjunger sjöng sjungit
hugga högg huggit|krypa kryper kröp krupit|njuta njuter njöt njutit|stjäla stjäl stal stulit|skära skär skar skurit|bära bär bar burit
finna finner fann funnit|vinna vinner vann vunnit|springa springer sprang sprungit|binda binder band bundit|sitta sitter satt suttit
slippa slipper slapp sluppit|spricka sprack spruckit|försvinna försvinner försvann försvunnit|brinna brinner brann brunnit
hinna hinner hann hunnit|sticka sticker stack stuckit|dö dör dog dött|fara far for farit|slå slår slog slagit|falla faller föll fallit
hålla håller höll hållit|låta låter lät låtit|gråta gråter grät gråtit|ligga ligger låg legat|lägga lägger lade lagt|säga säger sade sa sagt
veta vet visste vetat|sova sover sov sovit|göra gör gjorde gjort|sälja säljer sålde sålt|välja väljer valde valt|vänja vande
sätta sätter satte satt|bringa bragte|heta heter hette hetat|leva levde levt|bok böcker|fot fötter|hand händer|stad städer|natt nätter
tand tänder|man män|mus möss|gås gäss|son söner|bror bröder|far fäder|mor mödrar|dotter döttrar|bonde bönder|ko kor|land länder|öga ögon
öra öron
`;
