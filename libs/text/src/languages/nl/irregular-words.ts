/** Verbs and nouns with the forms that no stemmer knows, the base first. */
export const irregularWords = `
gaan gaat ging gingen gegaan|komen komt kwam kwamen gekomen|aankomen aankwam aangekomen|krijgen krijgt kreeg kregen gekregen
geven geeft gaf gaven gegeven|nemen neemt nam namen genomen|meenemen meenam meegenomen|zien ziet zag zagen gezien
lezen leest las lazen gelezen|eten eet at aten gegeten|vergeten vergeet vergat vergaten|spreken spreekt sprak spraken gesproken
afspreken afgesproken|breken breekt brak braken gebroken|steken steekt stak gestoken|stelen steelt stal gestolen|treffen trof getroffen
helpen helpt hielp hielpen geholpen|werpen wierp geworpen|sterven sterft stierf stierven gestorven|vinden vindt vond vonden gevonden
drinken drinkt dronk dronken gedronken|zingen zingt zong zongen gezongen|springen springt sprong sprongen gesprongen
zwemmen zwemt zwom zwommen gezwommen|beginnen begint begon begonnen|winnen wint won wonnen gewonnen|binden bond gebonden|zinken zonk gezonken
klinken klonk geklonken|schrijven schrijft schreef schreven geschreven|blijven blijft bleef bleven gebleven|rijden rijdt reed reden gereden
snijden snijdt sneed gesneden|lijden leed geleden|kijken kijkt keek keken gekeken|blijken blijkt bleek gebleken|strijken streek gestreken
stijgen steeg gestegen|zwijgen zweeg gezwegen|schijnen scheen geschenen|grijpen greep gegrepen|begrijpen begrijpt begreep begrepen
knijpen kneep geknepen|bijten beet gebeten|verdwijnen verdween verdwenen|vliegen vliegt vloog vlogen gevlogen|liegen loog gelogen
bedriegen bedroog bedrogen|kiezen kiest koos kozen gekozen|verliezen verliest verloor verloren|vriezen vroor gevroren|bieden bood geboden
aanbieden aangeboden|verbieden verbood verboden|schieten schoot geschoten|gieten goot gegoten|genieten genoot genoten
sluiten sluit sloot sloten gesloten|kruipen kroop gekropen|ruiken rook geroken|buigen boog gebogen|zuigen zoog gezogen
schuiven schoof geschoven|trekken trekt trok trokken getrokken|vertrekken vertrekt vertrok vertrokken|zenden zond gezonden
schenken schonk geschonken|zoeken zoekt zocht zochten gezocht|bezoeken bezocht|kopen koopt kocht kochten gekocht|verkopen verkocht
brengen brengt bracht brachten gebracht|denken denkt dacht dachten gedacht|lopen loopt liep liepen gelopen|roepen roept riep riepen geroepen
slapen slaapt sliep sliepen geslapen|laten laat liet lieten gelaten|vallen valt viel vielen gevallen|houden houdt hield hielden gehouden
vangen ving gevangen|hangen hangt hing hingen gehangen|staan staat stond stonden gestaan|opstaan opgestaan|verstaan verstond
slaan slaat sloeg sloegen geslagen|dragen draagt droeg droegen gedragen|varen vaart voer gevaren|ervaren ervoer|graven groef gegraven
liggen ligt lag lagen gelegen|zitten zit zat zaten gezeten|bidden bad gebeden|bakken gebakken|wassen waste gewassen|lachen gelachen
raden geraden|scheiden gescheiden|weten weet wist wisten geweten|zeggen zegt zei zeiden gezegd|leggen legt legde gelegd
doen doet deed deden gedaan|stad steden|schip schepen|kind kinderen|ei eieren|blad bladeren|lid leden|weg wegen|dag dagen|glas glazen
huis huizen|brief brieven|kleed kleren
`;
