/** Verbs and nouns with the forms that no stemmer knows, the base first. */
export const irregularWords = `
iść idę idzie idą szedł szła szli szły|pójść pójdę pójdzie poszedł poszła poszli poszły|przyjść przyjdę przyjdzie przyszedł przyszła przyszli
wyjść wyjdę wyjdzie wyszedł wyszła wyszli|wejść wejdzie wszedł weszła weszli|znaleźć znajdę znajdzie znalazł znalazła znaleźli
jechać jadę jedzie jechał|pojechać pojadę pojedzie pojechał pojechali|przyjechać przyjedzie przyjechał przyjechali|wyjechać wyjedzie wyjechał
jeść jem je jedzą jadł jadła jedli|zjeść zjem zje zjadł zjadła zjedli|pić piję pije pił|wypić wypiję wypije wypił
brać biorę bierze biorą brał|wziąć wezmę weźmie wziął wzięła wzięli|zacząć zacznę zacznie zaczął zaczęła zaczęli|zająć zajmie zajął zajęła
dać dam dadzą dał dała|oddać oddam oddał|sprzedać sprzedam sprzedał|mieć mam ma mają miał miała|wiedzieć wiem wie wiedzą wiedział wiedziała
powiedzieć powiem powie powiedział powiedziała|widzieć widzę widzi widział widziała|zobaczyć zobaczę zobaczył
chcieć chcę chce chcą chciał chciała|móc mogę może mogą mógł mogła mogli|pomóc pomogę pomoże pomógł pomogła|piec piekę piecze piekł piekła
upiec upiekę upiecze upiekł upiekła|biec biegnie biegł|nieść niosę niesie niósł niosła|przynieść przyniosę przyniesie przyniósł przyniosła
wieźć wiozę wiezie wiózł|przywieźć przywiezie przywiózł przywiozła|pisać piszę pisze pisał|napisać napiszę napisze napisał|spać śpię śpi spał
stać stoję stoi stał|bać boję boi bał|kupić kupię kupił|umrzeć umrze umarł umarła|ukraść ukradnie ukradł|usiąść usiądzie usiadł usiadła
spaść spadnie spadł spadła|rosnąć rośnie rósł rosła|myć myję myje mył|żyć żyję żyje żył|zapomnieć zapomnę zapomniał|zgubić zgubię zgubił
prać piorę pierze prał|człowiek ludzie ludzi ludziom|rok lata lat|dziecko dzieci dzieciom|brat bracia braci|przyjaciel przyjaciele przyjaciół
ksiądz księża|oko oczy oczu|ucho uszy uszu|ręka ręce rąk|dzień dni dnia|tydzień tygodnie tygodnia|miesiąc miesiące|pies psa psy|kot koty
mąż męża mężowie|stół stołu stoły|ojciec ojca|sen snu sny|imię imienia imiona|zwierzę zwierzęta|książka książki książek
pieniądz pieniądze pieniędzy|święto święta świąt|córka córki córek|matka matki matek|but buty|ząb zęby|dąb dęby|miasto mieście|ciasto cieście
`;
