/** Strong verbs: infinitive, third person, past and participle; and nouns. Forms that are small words are left out. */
export const irregularWords = `
fliegen fliegt flog flogen geflogen|geben gibt gibst gab gaben gegeben|gehen geht ging gingen gegangen|kommen kommt kam kamen gekommen
ankommen ankam angekommen|bekommen bekam bekamen|nehmen nimmt nimmst nahm nahmen genommen|sehen sieht siehst sah sahen gesehen
sprechen spricht sprichst sprach sprachen gesprochen|versprechen verspricht versprach versprochen|besprechen bespricht besprach besprochen
essen isst aß aßen gegessen|fressen frisst fraß gefressen|vergessen vergisst vergaß vergaßen|lesen liest las lasen gelesen
treffen trifft traf trafen getroffen|helfen hilft hilfst half halfen geholfen|werfen wirft wirfst warf warfen geworfen
sterben stirbt starb starben gestorben|brechen bricht brach brachen gebrochen|stechen sticht stach gestochen|stehlen stiehlt stahl gestohlen
empfehlen empfiehlt empfahl empfohlen|befehlen befiehlt befahl befohlen|gelten gilt galt gegolten|schelten schilt gescholten
treten tritt trat traten getreten|messen misst maß gemessen|bergen birgt barg geborgen|verderben verdirbt verdarb verdorben
werben wirbt warb geworben|bewerben bewirbt bewarb beworben|geschehen geschieht geschah|finden fand fanden gefunden
trinken trank tranken getrunken|singen sang sangen gesungen|springen sprang sprangen gesprungen|schwimmen schwamm schwammen geschwommen
beginnen begann begannen begonnen|gewinnen gewann gewannen gewonnen|sinken sank gesunken|klingen klang geklungen|binden band gebunden
verbinden verband verbunden|verschwinden verschwand verschwunden|zwingen zwang gezwungen|spinnen spann gesponnen
schwingen schwang geschwungen|winken gewunken|stinken stank gestunken|gelingen gelang gelungen|schreiben schrieb schrieben geschrieben
unterschreiben unterschrieb unterschrieben|beschreiben beschrieb beschrieben|bleiben blieb blieben geblieben|steigen stieg stiegen gestiegen
einsteigen eingestiegen|aussteigen ausgestiegen|schweigen schwieg geschwiegen|leihen lieh geliehen|verleihen verlieh verliehen
verzeihen verzieh verziehen|scheinen schien schienen geschienen|erscheinen erschien erschienen|schreien schrie geschrien
treiben trieb getrieben|reiben rieb gerieben|meiden mied gemieden|vermeiden vermied vermieden|entscheiden entschied entschieden
unterscheiden unterschied unterschieden|schneiden schnitt schnitten geschnitten|reiten ritt ritten geritten
streiten stritt stritten gestritten|leiden litt gelitten|reißen riss rissen gerissen|zerreißen zerriss zerrissen|beißen biss bissen gebissen
greifen griff griffen gegriffen|pfeifen pfiff gepfiffen|gleichen glich geglichen|vergleichen verglich verglichen|streichen strich gestrichen
weichen wich gewichen|schleichen schlich geschlichen|ziehen zog zogen gezogen|umziehen umzog umgezogen|einziehen eingezogen
ausziehen ausgezogen|verlieren verlor verloren|frieren fror gefroren|bieten bot boten geboten|anbieten anbot angeboten
verbieten verbot verboten|biegen bog gebogen|abbiegen abgebogen|fließen floss geflossen|schließen schloss schlossen geschlossen
abschließen abgeschlossen|beschließen beschloss beschlossen|gießen goss gegossen|schießen schoss schossen geschossen|genießen genoss genossen
riechen roch gerochen|kriechen kroch gekrochen|lügen log gelogen|betrügen betrog betrogen|heben hob gehoben|schieben schob geschoben
verschieben verschob verschoben|wiegen wog gewogen|schmelzen schmilzt schmolz geschmolzen|fliehen floh geflohen|schwören schwor geschworen
fahren fährt fährst fuhr fuhren gefahren|abfahren abfuhr abgefahren|tragen trägt trug trugen getragen
schlagen schlägt schlug schlugen geschlagen|waschen wäscht wusch gewaschen|wachsen wächst wuchs wuchsen gewachsen|laden lädt lud geladen
einladen einlud eingeladen|graben gräbt grub gegraben|schaffen schuf geschaffen|backen bäckt buk gebacken|fallen fällt fiel fielen gefallen
gefallen gefällt gefiel|lassen lässt ließ ließen gelassen|verlassen verlässt verließ|schlafen schläft schlief schliefen geschlafen
halten hält hielt hielten gehalten|behalten behält behielt|erhalten erhält erhielt|fangen fängt fing fingen gefangen
anfangen anfing angefangen|hängen hing hingen gehangen|laufen läuft läufst lief liefen gelaufen|raten rät riet geraten
verraten verrät verriet|blasen bläst blies geblasen|braten brät briet gebraten|heißen hieß hießen geheißen|rufen ruft rief riefen gerufen
anrufen anrief angerufen|stoßen stößt stieß gestoßen|stehen steht stand standen gestanden|aufstehen aufstand aufgestanden
verstehen verstand verstanden|bestehen bestand bestanden|entstehen entstand entstanden|sitzen saß saßen gesessen|besitzen besaß besessen
liegen lag lagen gelegen|bitten bat baten gebeten|bringen brachte brachten gebracht|mitbringen mitbrachte mitgebracht
verbringen verbrachte verbracht|denken dachte dachten gedacht|kennen kannte kannten gekannt|erkennen erkannte erkannt|nennen nannte genannt
brennen brannte gebrannt|rennen rannte gerannt|senden sandte gesandt|wenden wandte gewandt|wissen weiß wusste wussten gewusst
tun tat taten getan|backen gebacken|melken gemolken|mutter mütter|vater väter|bruder brüder|tochter töchter|sohn söhne|haus häuser
buch bücher|mann männer|frau frauen|kind kinder|baum bäume|apfel äpfel|vogel vögel|maus mäuse|gans gänse|kuh kühe|zahn zähne|fuß füße
hand hände|stadt städte|dorf dörfer|land länder|wort wörter|bild bilder|glas gläser|rad räder|schloss schlösser|schuh schuhe|stuhl stühle
garten gärten|laden läden|mantel mäntel|zug züge|museum museen|firma firmen|konto konten|thema themen
`;
