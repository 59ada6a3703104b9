import { lower, fold } from './fold';
import type { Language } from './languages/language';
import { scriptOf } from './scripts';

/**
 * Given names with their short and pet forms, each name of many languages once. Those that are other words, too, have a capital: they count only with one.
 * A name of several words has `_` between them.
 */
const NAMES = `
elizabeth elisabeth liz lizzie lizzy beth betty betsy eliza libby|robert rob robbie Bob bobby Bert|katherine catherine kathryn katharine kate katie kathy cathy kat kit kitty|william Will Bill billy liam willy|margaret maggie meg peggy Marge margie greta|
richard Rick ricky Rich richie Dick|james jim jimmy jamie|john johnny Jack jon|joseph joe joey|michael mike mick mikey mickey|thomas tom tommy|edward ed eddie Ted teddy ned|theodore theo Ted teddy|charles charlie Chuck chas|charlotte charlie lottie|
david dave davey|daniel dan danny|samuel sam sammy|samantha sam sammy|benjamin ben benny|alexander alex al sandy xander|alexandra alex sandra lexi sasha|andrew andy Drew|anthony tony|antonio toni toño|matthew matt|nicholas Nick nicky|nicole nicky|christopher chris kit topher|
christine chris chrissy tina|christina chris tina chrissy|patrick Pat paddy|patricia Pat patty trish tricia|peter pete|stephen steven steve|philip phillip phil|gregory greg|geoffrey jeffrey jeff geoff|gerald gerry jerry|george georgie|henry harry Hank|harold harry hal|
lawrence laurence larry|leonard Len lenny leo|frederick fred freddie|francis Frank|franklin Frank|donald Don donnie|douglas doug|kenneth Ken kenny|ronald Ron ronnie|raymond Ray|timothy tim timmy|vincent vince vinnie|walter walt wally|zachary zach zack|jonathan jon jonny|
joshua josh|jacob jake|nathaniel nathan nate|oliver ollie|abigail abby|amanda mandy|barbara barb babs|deborah debbie deb|dorothy dot dottie dolly|eleanor ellie nell nora|helen nell|frances fran frankie|florence flo|isabella bella izzy isabel|jacqueline jackie|
jennifer jen jenny jenn|jessica jess jessie|judith judy|kimberly kim|laura laurie|louise lou|mary molly polly|martha patty|nancy nan|pamela Pam|penelope Penny|rebecca becky becca|rosemary rosie|sarah sally sadie|stephanie steph|susan Sue susie suzie|
theresa teresa tess terry|victoria vicky tori|virginia ginny|valerie val|veronica ronnie roni|caroline carrie caro|cynthia cindy|emily em emmy|gabrielle gabby|madeleine maddie|melissa mel|melanie mel|natalie nat|olivia liv|roberta bobbie|
josé pepe pepito chepe|josefa pepa|francisco paco pancho curro kiko chico|francisca paca paqui|ignacio nacho|jesús chus chuy suso|dolores lola loli|concepción concha conchi|guadalupe lupe lupita|rosario charo|mercedes merche|manuel manolo manu lolo|manuela manoli|
enrique quique kike|eduardo edu lalo|alberto beto berto|roberto beto|alejandro ale jandro|alejandra ale|fernando nando fer|guillermo guille memo|ramón moncho|santiago santi|sebastián sebas|vicente chente|luis lucho|maría_isabel maribel|maría_teresa maite|maría_luisa marisa|
chema josé_maría|juanjo juan_josé|juanma juan_manuel|josema josé_manuel|consuelo chelo|pilar pili|gregorio goyo|rafael rafa|gabriel gabi|javier javi|isabel isa chabela|montserrat montse|encarnación encarna|
josef joseph sepp jupp|johannes hannes hans jo|johann hans hansi|katharina kathi käthe katrin|elisabeth lisl liesl sisi elli else|margarete gretel grete gretchen|magdalena leni lena magda|helena lena leni|maximilian Max maxi|friedrich fritz|wilhelm willi willy|
heinrich heinz heini|karl kalle|georg schorsch jörg|ludwig lutz wiggerl|franziska franzi|franz franzl|matthias hias matze|michael michi michel|alexander alex sascha|alexandra sandra|sebastian basti|christian chris|andreas andi|stefan steffen steff|stephan steff|thomas tommi|
ursula uschi ulla|gabriele gabi|susanne susi|sabine bine|barbara bärbel babsi|benedikt beni|dominik domi|florian flo flori|jakob jockel|leopold poldi|martina tina|christina tina|bettina tina|theresia resi|therese resi|valentin valli|walburga burgi|anton toni|antonia toni|
katarzyna kasia kaśka kasieńka|małgorzata gosia małgosia gośka|agnieszka aga agusia|aleksandra ola olka|aleksander olek|anna ania anka anusia|barbara basia baśka|elżbieta ela elka|ewa ewka|joanna asia aśka|magdalena magda madzia|maria marysia mania|monika monia|zofia zosia|
jan janek jaś jasiek|stanisław staszek staś|tomasz tomek|krzysztof krzysiek krzyś|piotr piotrek piotruś|paweł pawełek|andrzej jędrek|grzegorz grzesiek grześ|jakub kuba kubuś|józef józek|katarzyna kaśka|ludwik lutek|mateusz mati|michał michałek misiek|wojciech wojtek|zbigniew zbyszek|
tadeusz tadek|władysław władek|bolesław bolek|franciszek franek|kazimierz kazik|marek mareczek|jerzy jurek|jadwiga jadzia|danuta danka|teresa terenia|justyna justynka|
honza jan jenda jeník|josef pepa pepík jožka|jiří jirka jura|františek franta fanda|václav vašek|jaroslav jarda|miroslav mirek|stanislav standa|vladimír vláďa vlada|tomáš tomášek|petr péťa|pavel pavlík|michal míša|michaela míša|jakub kuba|martin maťo|karel kája karlík|antonín tonda|
kateřina katka káťa kačka|anna anička andulka|marie maruška mařenka|alžběta bětka eliška|hana hanka|jana janička|lucie lucka|zuzana zuzka|tereza terka|barbora bára barča|magdaléna majda magda|veronika verča|
александр саша шура саня санёк сашка|александра саша шура саня|екатерина катя катюша катерина|алексей лёша алёша лёха|анастасия настя|андрей андрюша|анна аня анюта нюра|борис боря|валентин валя|валентина валя|василий вася|виктор витя|виктория вика|владимир вова володя|
владислав влад|вячеслав слава|станислав стас слава|галина галя|геннадий гена|григорий гриша|дарья даша|дмитрий дима митя|евгений женя|евгения женя|елена лена алёна|елизавета лиза|зинаида зина|иван ваня|игорь гоша|ирина ира|константин костя|ксения ксюша оксана|
лариса лара|леонид лёня|людмила люда мила люся|любовь люба|маргарита рита|мария маша маруся|михаил миша|наталья наталия наташа|надежда надя|николай коля|ольга оля|павел паша|пётр петя|роман рома|светлана света|семён сеня|сергей серёжа серёга|софья софия соня|
тамара тома|татьяна таня|тимофей тима|фёдор федя|юлия юля|юрий юра|яков яша|полина поля|вера верочка|григорій гриць|олександр сашко олесь|іван івась|катерина катруся|олена оленка|ганна галя|марія марійка|володимир володя|михайло мишко|наталія наталка|тетяна таня|дмитро дмитрик|
ιωάννης γιάννης γιαννάκης|ιωάννα γιάννα|κωνσταντίνος κώστας κωστής ντίνος|κωνσταντίνα ντίνα κωνστάντια|δημήτριος δημήτρης μίμης μήτσος|γεώργιος γιώργος γιωργάκης|γεωργία γωγώ|νικόλαος νίκος νικολάκης|εμμανουήλ μανώλης μάνος|αικατερίνη κατερίνα καίτη|ελένη λένα λενιώ|μαρία μαίρη μαράκι|
αναστασία τασούλα νατάσα|αναστάσιος τάσος|παναγιώτης πάνος τάκης|παναγιώτα γιώτα|αθανάσιος θανάσης|βασίλειος βασίλης|βασιλική βάσω βίκυ|σπυρίδων σπύρος|χρήστος χρηστάκης|ευάγγελος βαγγέλης|ευαγγελία λίτσα βαγγελιώ|στυλιανός στέλιος|στυλιανή στέλλα|ευστάθιος στάθης|θεόδωρος θοδωρής|
giannis yannis ioannis john|kostas konstantinos costas|dimitris dimitrios|giorgos georgios george|nikos nikolaos|manolis emmanouil|katerina aikaterini|eleni helen|sasha aleksandr alexander aleksandra|katya ekaterina|misha mikhail|vanya ivan|kolya nikolai|dima dmitri dmitry|volodya vladimir vova|masha maria|natasha natalia|
giuseppe beppe peppe pino peppino|giuseppina pina|giovanni gianni nino vanni|giovanna gianna|francesco checco franco ciccio|francesca checca|luigi gigi|antonio tonino totò|salvatore totò turi|domenico mimmo|domenica mimma|raffaele lello|vincenzo enzo|lorenzo renzo|alessandro sandro ale|
alessandra sandra ale|roberto berto|filippo pippo|michele lele|gabriele lele|elisabetta betta lisa|caterina rina cate|margherita rita|teresa tere|federico fede|federica fede|valentina vale|leonardo leo nardo|matteo teo|
jean-baptiste jb|françois fanfan|françoise soizic|philippe phil|catherine cathy|élisabeth babette lise|frédéric fred|stéphane steph|stéphanie steph|alexandre alex|dominique dom|emmanuel manu|emmanuelle manu|guillaume guigui|jacques jacquot|madeleine mado|marguerite margot|nathalie nath|valérie val|véronique véro|
caroline caro|sébastien seb|nicolas nico|thérèse tété|patrice pat|laurent lolo|louis loulou|bernadette dédette|bertrand bébert|
beatriz bia|joão joãozinho|francisco chico|josé zé zeca|antónio tó tonho|maria_josé mizé|manuel manel|luís lula|eduardo edu dudu|carlos carlinhos|guilherme gui|gustavo guga|leonardo léo|rafael rafa|fernanda nanda|gabriela gabi|isabela isa bela|mariana mari|carolina carol|daniela dani|juliana juju|
lars lasse|jan janne|per pelle|karl kalle|carl kalle calle|gustav gurra|nils nisse|jussi juho johannes|johan jojje|erik erka|fredrik fredde|margareta greta maggan|birgitta gittan|elisabet lisa lisbet|katarina kajsa karin|anders ankan|bengt benke|
johannes jan johan hans joop|cornelis cees kees|hendrik henk|willem wim pim|jacobus jaap koos|gerardus gerard gerrit|petrus piet|wilhelmina mien mina|elisabeth betje lies liesbeth|catharina trijntje toos|maria mieke marijke ria|antonius anton toon|theodorus theo dirk|
sándor sanyi|józsef józsi jóska|istván pista pisti|jános jancsi jani|lászló laci|ferenc feri|györgy gyuri|erzsébet erzsi bözsi zsóka|katalin kati|mária mari marika|ilona ili ica|zsuzsanna zsuzsa zsuzsi|mihály misi|gábor gabi|andrás andris bandi|péter peti|zoltán zoli|attila ati
`;

/** A name in a group: as it is written, folded, and whether it counts in small letters. */
interface GivenName {
  readonly words: readonly string[];
  readonly key: string;
  readonly isWord: boolean;
}

const toName = (written: string): GivenName => ({
  words: written.toLowerCase().split('_'),
  key: fold(written),
  isWord: written !== written.toLowerCase(),
});

/** A name with all of its group. */
interface GroupedName extends GivenName {
  readonly group: readonly GivenName[];
}

/** No inflection changes the first letters of a name. */
const firstLetters = (folded: string): string => folded.slice(0, 2);

/** All names by their first letters; read with the first question. */
let byLetters: ReadonlyMap<string, readonly GroupedName[]> | undefined;

function readNames(): ReadonlyMap<string, readonly GroupedName[]> {
  const found = new Map<string, GroupedName[]>();
  for (const written of NAMES.trim().split(/[|\n]+/)) {
    const group = written.split(' ').map(toName);
    for (const name of group) {
      const letters = firstLetters(name.key);
      found.set(letters, [...(found.get(letters) ?? []), { ...name, group }]);
    }
  }
  return found;
}

const CAPITAL = /^\p{Lu}/u;

/** The stem of a name in a language that writes it; null in another. */
const stemIn = ({ script, stem }: Language, word: string): string | null =>
  stem !== undefined && scriptOf(word) === script ? fold(stem(lower(word))) : null;

/**
 * The words of the other forms of a given name: `Elizabeth` and `Beth` for `Liz`; none for another word. An inflected name counts with a capital, in the
 * languages of its text: `Honzou`, `Катей`.
 */
export function otherGivenNames(word: string, languages: readonly Language[]): readonly string[] {
  const [plain, isCapital] = [fold(word), CAPITAL.test(word)];
  byLetters ??= readNames();
  const alike = byLetters.get(firstLetters(plain)) ?? [];
  const exact = alike.filter(({ key }) => key === plain);
  const named = exact.length > 0 || !isCapital ? exact : findInflected(word, alike, languages);
  const names = named.flatMap(({ group }) => group);
  if (!isCapital && names.some(({ key, isWord }) => isWord && key === plain)) return [];
  return [...new Set(names.filter(({ key }) => key !== plain).flatMap(({ words }) => words))];
}

/** The stems of the names by language and name: as many as were compared. */
const stems = new Map<string, string | null>();

function nameStem(language: Language, name: string): string | null {
  const place = `${language.code} ${name}`;
  const known = stems.get(place);
  if (known !== undefined) return known;
  const stem = stemIn(language, name);
  stems.set(place, stem);
  return stem;
}

/** The names that have the stem of a word in one of its languages. */
function findInflected(
  word: string,
  names: readonly GroupedName[],
  languages: readonly Language[],
): readonly GroupedName[] {
  return languages.flatMap((language) => {
    const asked = stemIn(language, word);
    return asked === null
      ? []
      : names.filter(({ words }) => words.length === 1 && nameStem(language, words[0] ?? '') === asked);
  });
}
