const list = (words: string): ReadonlySet<string> => new Set(words.split(' '));

/** Function words of some languages. */
const KNOWN: readonly ReadonlySet<string>[] = [
  list(
    'the a an is are was were be been am to of and in it you that this these those have has had for on with my your his her our ' +
      'their i we they he she do does did will would can could what how so but at from me us them as by or there when which',
  ),
  list(
    'der die das den dem des ein eine einen ist sind war waren und zu in im es du sie er wir ihr ich mir mich dir dich mein dein ' +
      'auf mit für von bei aus auch so wie was dass hat habe haben wird werden kann',
  ),
  list(
    'le la les un une des du de et est sont était à au aux en dans que qui je tu il elle nous vous ils elles mon ma mes ton ta ' +
      'son sa ses ce cette ces pour sur avec par mais ai as avez a ont suis',
  ),
  list(
    'el la los las un una unos de del y es son era a al en que yo tú él ella nosotros ellos mi tu su mis sus este esta esto para ' +
      'por con pero he has ha han soy está estoy lo se me te',
  ),
  list(
    'il lo la i gli le un una di del della e è sono era a al in nel che io tu lui lei noi voi loro mio mia tuo suo questo questa ' +
      'per su con ma ho hai ha hanno ci si mi ti',
  ),
  list(
    'o a os as um uma de do da dos das e é são era em no na que eu tu ele ela nós eles meu minha seu sua este esta isso para por ' +
      'com mas tenho tem está estou se me te',
  ),
  list(
    'de het een is zijn was waren en te in op van dat die dit ik je jij hij zij ze wij we jullie mijn jouw ons onze voor met aan ' +
      'bij maar ook er heb hebt heeft hebben wordt',
  ),
];

const FUNCTION_WORDS: ReadonlySet<string> = new Set(KNOWN.flatMap((language) => [...language]));

/** True for a function word of one of these languages, in lower case: `the`, `und`, `avec`. */
export const isFunctionWord = (word: string): boolean => FUNCTION_WORDS.has(word);
