/** Verbs and nouns with the forms that no stemmer knows, the base first. */
export const irregularWords = `
jít jdu jde jdou šel šla šli|přijít přijdu přijde přišel přišla přišli|odejít odejde odešel odešla|vyjít vyjde vyšel vyšla
najít najdu najde našel našla našli|jet jedu jede jel|přijet přijede přijel|odjet odjede odjel|jíst jím jí jedí jedl jedla
sníst sním snědl snědla|pít piju pije pil|vypít vypije vypil|brát beru bere bral|vzít vezmu vezme vzal vzala|začít začnu začne začal
dát dám dá dal|prodat prodám prodal|mít mám má měl měla|vědět vím ví věděl|říct řeknu řekne řekl řekla říkal|vidět vidím vidí viděl
chtít chci chce chtěl chtěla|moct mohu může mohl mohla|pomoct pomůže pomohl pomohla|péct peču peče pekl pekla|upéct upeče upekl upekla
nést nesu nese nesl|přinést přinese přinesl|vézt veze vezl|přivézt přiveze přivezl|psát píšu píše psal|napsat napíšu napíše napsal
spát spím spí spal|stát stojím stojí stál|koupit koupím koupil|umřít umře umřel|ukrást ukradne ukradl|sednout sedne sedl
spadnout spadne spadl|růst roste rostl|žít žiju žije žil|ztratit ztratím ztratil|zapomenout zapomenu zapomněl|číst čtu čte četl četla
přečíst přečte přečetl|poslat pošlu pošle poslal|člověk lidé lidi lidí|rok roky let|dítě děti dětí dětem|přítel přátelé přátel|oko oči očí
ucho uši uší|ruka ruce rukou|den dny dní|týden týdny týdne|pes psa psi|dům domu domy|stůl stolu stoly|otec otce|matka matky|sen snu sny
kniha knihy knih|peníze peněz|kůň koně koní
`;
