/** Verbs and nouns with the forms that a stemmer does not know, the base first. Forms that are more often another word, such as `left` and `felt`, are left out. */
const WORDS =
  'buy bought|bring brought|teach taught|catch caught|think thought|fight fought|seek sought|write wrote written|drive drove driven|ride rode ridden|' +
  'speak spoke spoken|break broke broken|steal stole stolen|choose chose chosen|freeze froze frozen|wake woke woken|forget forgot forgotten|' +
  'give gave given|take took taken|eat ate eaten|fall fell fallen|see saw seen|know knew known|grow grew grown|throw threw thrown|fly flew flown|' +
  'draw drew drawn|swim swam swum|sing sang sung|ring rang rung|begin began begun|drink drank drunk|sink sank sunk|run ran|come came|' +
  'become became|go went gone|hold held|tell told|sell sold|find found|send sent|spend spent|lend lent|lose lost|sleep slept|keep kept|meet met|' +
  'feed fed|pay paid|say said|hear heard|make made|build built|stand stood|understand understood|sit sat|win won|shoot shot|get got gotten|' +
  'feel felt|hide hid hidden|bite bit bitten|wear wore worn|tear tore torn|swear swore sworn|lie lain|lay laid|hang hung|dig dug|stick stuck|' +
  'child children|foot feet|tooth teeth|goose geese|mouse mice|man men|woman women|person people|knife knives|life lives|wife wives|leaf leaves|' +
  'shelf shelves|wolf wolves|half halves|loaf loaves|calf calves|thief thieves';

/** Each form with the others. */
export const irregularWords: ReadonlyMap<string, readonly string[]> = new Map(
  WORDS.split('|').flatMap((line) => {
    const forms = line.split(' ');
    return forms.map((form) => [form, forms.filter((other) => other !== form)] as const);
  }),
);
