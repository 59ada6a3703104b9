import { MAX_RELATION, MAX_SUBJECT, MAX_VALUE } from '../limits';

/** What a sentence states about a subject. */
export interface ReadRelation {
  readonly subject: string;
  readonly relation: string;
  readonly value: string;
  /** It is about the speaker, or about something of theirs. */
  readonly isOfSpeaker: boolean;
}

/** The relation of a death. */
export const DIED_RELATION = 'died';

interface Pattern {
  readonly relation: string;
  /** What follows the subject, with verbs in the first or the third person. The group `value` is what it says of them. */
  readonly after: RegExp;
  /** How the value begins. Default: in any way. */
  readonly value: RegExp;
}

const ANYTHING = /^/;
/** A place or an organisation. */
const PROPER = /^(?:the )?\p{Lu}/u;

const verbs = (relation: string, verb: string, value = ANYTHING): Pattern => ({
  relation,
  after: new RegExp(
    `^(?:also |now |currently |really |just |recently |actually |always |still )*(?:${verb}) (?<value>.+)`,
    'isu',
  ),
  value,
});

const STATES = /^(?:married|engaged|divorced|single|separated|widowed)\b/i;

/** What somebody eats, also with `not` before it. */
const DIET =
  /^(?:(?:not|no longer|now|also|a|an|strict|strictly|mostly|fully|back to) )*(?:lacto-|ovo-)*(?:vegetarian|vegan|pescatarian|pescetarian|omnivore|carnivore|flexitarian|fruitarian|keto|paleo|plant-based)\b/i;
/** One word of what somebody is, at the end of a clause. Moods and places are found before. */
const STATE =
  /^(?!(?:an?|the|my|in|on|at|from|not)\b)(?:(?:type \d|mildly|severely|partly|half|lactose|colou?r|self|left|right)[ -])?\p{L}[\p{L}-]{3,}(?=[.,!;]|$| (?:since|now|again|by|and|but|any)\b)/iu;

const PATTERNS: readonly Pattern[] = [
  verbs('lives in', '(?:live|lives|am living|is living|have lived|has lived)(?: alone| together)? (?:in|at|near)'),
  verbs(
    'lives in',
    '(?:have |has |am |is )?(?:moved|moving|relocated|relocating)(?: back| over| house)?(?: from [^,.]+?)? to',
    PROPER,
  ),
  verbs('comes from', '(?:am|is|come|comes) (?:originally )?from'),
  verbs(
    'works at',
    '(?:work|works|am working|is working|started working|started|have been working|has been working) (?:at|for)',
    PROPER,
  ),
  verbs(
    'works at',
    '(?:have |has )?(?:joined|switched to|been hired by|got a (?:new )?job (?:at|with))|(?:was|got) hired by',
    PROPER,
  ),
  verbs(
    'no longer works at',
    "(?:have |has )?(?:left|quit|resigned from)|(?:was|got) (?:fired from|laid off (?:from|by))|(?:no longer work|no longer works|don't work|doesn't work|stopped working) (?:at|for)",
    PROPER,
  ),
  verbs('works as', '(?:work|works|am working|is working|started|started working|am employed|is employed) as'),
  verbs('marital status', '(?:am|is|are|got|getting|just got)', STATES),
  verbs('age', '(?:am|is|turned|turn|turns|just turned)', /^\d{1,3}(?: years? old|[.,!;]|$)/i),
  verbs('is allergic to', '(?:am|is|are) (?:severely |very )?allergic to'),
  verbs(
    'dislikes',
    "(?:no longer |don't |doesn't )(?:like|likes|love|loves|enjoy|enjoys)|(?:stopped|used to) (?:like|liking|love|loving|enjoy|enjoying)|am (?:sick|tired) of|is (?:sick|tired) of|(?:hate|hates|loathe|loathes|detest|detests|dislike|dislikes|don't (?:really )?(?:like|enjoy)|doesn't (?:really )?(?:like|enjoy)|do not like|does not like|can't stand|cannot stand)",
  ),
  verbs(
    'likes',
    '(?:absolutely |truly )?(?:like|likes|love|loves|enjoy|enjoys|prefer|prefers|adore|adores|am into|is into|am a (?:big|huge) fan of|is a (?:big|huge) fan of)',
  ),
  verbs('diet', '(?:am|is|are|became|become|went|turned|have gone|has gone|have been|has been)', DIET),
  verbs('diet', '(?:eat|eats)', /^(?:meat|everything|anything)\b/i),
  verbs('not in state', '(?:am|is) (?:not|no longer)', STATE),
  verbs('state', '(?:am|is)', STATE),
  verbs('decided', "(?:have |has |'ve )?(?:decided|chosen|chose|picked|agreed|settled|opted)(?: to| on| that| for)?"),
  verbs(
    'plans',
    "(?:plan|plans|am planning|is planning|are planning|am going|is going|are going|intend|intends|will|'ll|want|wants|hope|hopes|aim|aims)(?: to| on)?",
  ),
  verbs(
    'has',
    '(?:have|has|own|owns|got|have got|has got|adopted|bought)',
    /^(?:an?|the|\d+|one|two|three|four|five|\w+ (?:kids|children|cats|dogs|sisters|brothers))\b/i,
  ),
  verbs('is a', '(?:am|is|became|become)', /^(?:an?|the) /i),
];

/** What is named by one value at a time, though it is written like a description. */
const ATTRIBUTE =
  /\b(?:name|nickname|e-?mail|phone|number|address|birthday|age|job|deadline|budget|due date|password|username|salary|rent|height|weight|flight|appointment|start date|end date|launch|release|quota|limit|version|size|rate|average|total|count|score|time|date|price|cost|(?:favou?rite|preferred) .+)$/i;
/** Words before the name of such a thing that only say that it is the present one. */
const PRESENT_ONE = /^(?:new|current|latest|present|updated) /i;
/** Other words for the same things. */
const SAME_ATTRIBUTE: readonly (readonly [RegExp, string])[] = [
  [/^(?:(?:mobile|cell|cell ?phone|tele)?phone|mobile|cell)(?: number)?$/i, 'phone number'],
  [/^(?:e-?mail)(?: address)?$/i, 'e-mail'],
  [/^(?:home |postal )address$/i, 'address'],
  [/^(?:profession|occupation)$/i, 'job'],
  [/^preferred /i, 'favourite '],
  [/^favorite /i, 'favourite '],
];
const EXACT =
  /^(?:called |named |about |around |roughly |exactly |now |at |on |in |still |currently )*(?:[$€£¥]?\d|\p{Lu}\p{L}|["“'])/u;
const VALUE_END =
  /[,;:.!?](?=\s|$)|\s(?:because|since|but|although|though|and (?:I|it|we|they|he|she|that|my|now)|so (?:I|that|we)|when|while|which|if|(?:last|next|this) (?:week|weekend|month|year|\p{Lu}\p{L}+day)|yesterday|today|tomorrow|tonight|since|until|ago|any ?more|instead|in (?:January|February|March|April|May|June|July|August|September|October|November|December|spring|summer|autumn|(?:19|20)\d\d))\b|\s\(/u;

const OWNED =
  /^(?:(?:my|our)|(?<owner>\p{Lu}[\p{L}\p{M}-]*(?: \p{Lu}[\p{L}\p{M}-]*)?)'s) (?<np>[\p{L}\p{N}' -]{1,60}?)(?: (?:is|are|was|has been|will be|=)|'s)(?: now| currently| actually| still)? (?<value>.+)$/isu;
/** `I changed my number to 5`, `I have a new address: 5 Elm Street`. */
const CHANGED =
  /^(?:I|We)(?:'ve| have)? (?:(?:just |recently )?(?:changed|updated|switched) (?:my|our) (?<changed>[\p{L} -]{1,40}?) to|(?:have |got |have got )+a new (?<got>[\p{L} -]{1,40}?)(?:[,:]| -)(?: it's| it is)?) (?<value>.+)$/su;
/** A death: `Rex died in May`, `Our dog passed away`. */
const DIED =
  /^(?:(?:[Mm]y|[Oo]ur) (?<kind>[\p{L}' -]{1,40}?)|(?<who>\p{Lu}[\p{L}\p{M}'-]*(?: \p{Lu}[\p{L}\p{M}'-]*)?)) (?<value>(?:has |have )?(?:died|passed away)\b.*|is dead\b.*|was put (?:down|to sleep)\b.*|had to be put (?:down|to sleep)\b.*)$/su;
const NAMED = /^(?<subject>(?:\p{Lu}[\p{L}\p{M}'-]*)(?: \p{Lu}[\p{L}\p{M}'-]*){0,2}) (?<rest>.+)$/su;
const THING =
  /^(?<subject>(?:the|our) [\p{L}\p{N}' -]{1,60}?) (?:is|are|was|were|costs?|will be|starts|ends|has been|takes place)(?: now| currently)? (?<value>.+)$/iu;
const SELF_NAME =
  /^(?:my name(?:'s| is)|(?:people |everyone |friends |please )?calls? me|I(?:'m| am) called) (?<value>\p{Lu}[\p{L}\p{M}'-]*(?: \p{Lu}[\p{L}\p{M}'-]*)?)/iu;
/** Words that begin a sentence with a capital and are nobody's name. */
const NO_NAME = new Set(
  `The A An This That These Those It He She They We You There Here My Our Your His Her Their One Some Most Many Every Each All Both
  After Before When While If Since Because As At In On By For From With Without During Until Then Now Today Tomorrow Yesterday Last
  Next And But Or So Not No Yes Just Also Maybe Perhaps What Who How Why Where Which Please Let Thanks Thank Good Great Everything
  Everyone Nothing Something Someone Having Being Getting Looking`.split(/\s+/),
);

const cut = (text: string, most: number): string => text.slice(0, most).trim();

/** The value up to the end of its clause. */
function readValue(text: string): string {
  const end = VALUE_END.exec(text);
  return cut(end === null || end.index === 0 ? text : text.slice(0, end.index), MAX_VALUE).replace(
    /^(?:called|named) |[\s.!…]+$/gu,
    '',
  );
}

type Part = Omit<ReadRelation, 'isOfSpeaker'>;

function relate({ subject, relation, value }: Part, isOfSpeaker: boolean): ReadRelation | undefined {
  const said = readValue(value);
  if (said === '') return undefined;
  return { subject: cut(subject, MAX_SUBJECT), relation: cut(relation, MAX_RELATION), value: said, isOfSpeaker };
}

function matchVerbs(rest: string): Pick<Part, 'relation' | 'value'> | undefined {
  for (const { relation, after, value } of PATTERNS) {
    const said = after.exec(rest)?.groups?.value;
    if (said !== undefined && value.test(said)) return { relation, value: said };
  }
  return undefined;
}

/** The name of what has one value at a time: `new mobile number` is `phone number`. */
function nameAttribute(np: string): string {
  const bare = ATTRIBUTE.test(np) ? np.toLowerCase().replace(PRESENT_ONE, '') : np.toLowerCase();
  return SAME_ATTRIBUTE.reduce((name, [other, same]) => name.replace(other, same), bare);
}

/** What became of an attribute of the speaker. */
function readChanged(sentence: string, speaker: string): ReadRelation | undefined {
  const { changed, got, value = '' } = CHANGED.exec(sentence)?.groups ?? {};
  const np = changed ?? got;
  if (np === undefined || !(ATTRIBUTE.test(np) || ATTRIBUTE.test(nameAttribute(np)))) return undefined;
  return relate({ subject: speaker, relation: nameAttribute(np), value }, true);
}

/** A death, of somebody with a name or of somebody of the speaker. */
function readDeath(sentence: string, speaker: string): ReadRelation | undefined {
  const { kind, who, value = '' } = DIED.exec(sentence)?.groups ?? {};
  if (kind !== undefined) return relate({ subject: `${speaker}'s ${kind}`, relation: DIED_RELATION, value }, true);
  if (who === undefined || NO_NAME.has(who)) return undefined;
  return relate({ subject: who, relation: DIED_RELATION, value }, false);
}

/** `My budget is 500` is a budget of the speaker; `my sister is a nurse` is about the sister; `Bob's birthday is 3 May` about Bob. */
function readOwned(
  { owner, np = '', value = '' }: Readonly<Record<string, string | undefined>>,
  speaker: string,
): ReadRelation | undefined {
  if (owner !== undefined && (NO_NAME.has(owner) || !/^\p{Lu}/u.test(owner))) return undefined;
  const whose = owner ?? speaker;
  const isAttribute = ATTRIBUTE.test(np) || EXACT.test(value);
  const part = isAttribute
    ? { subject: whose, relation: nameAttribute(np), value }
    : { subject: `${whose}'s ${np}`, relation: 'is a', value };
  return relate(part, owner === undefined);
}

function readNamed(sentence: string): ReadRelation | undefined {
  const { subject = '', rest = '' } = NAMED.exec(sentence)?.groups ?? {};
  if (subject === '' || NO_NAME.has(subject.split(' ')[0] ?? '')) return undefined;
  const found = matchVerbs(rest);
  return found && relate({ subject, ...found }, false);
}

function readThing({ subject = '', value = '' }: Readonly<Record<string, string>>): ReadRelation | undefined {
  if (!EXACT.test(value) && !/\d/.test(value)) return undefined;
  return relate({ subject: subject.toLowerCase(), relation: 'is', value }, false);
}

/** The relation that an English sentence states; undefined where no pattern matches. `speaker`: the name that stands for `I`. */
export function readRelation(sentence: string, speaker: string): ReadRelation | undefined {
  const said = sentence.replaceAll('’', "'");
  return (
    readSelfName(said, speaker) ?? readDeath(said, speaker) ?? readChanged(said, speaker) ?? readSubject(said, speaker)
  );
}

function readSelfName(said: string, speaker: string): ReadRelation | undefined {
  const name = SELF_NAME.exec(said)?.groups?.value;
  return name === undefined ? undefined : { subject: speaker, relation: 'name', value: name, isOfSpeaker: true };
}

/** What a sentence says of its subject: the speaker, something of somebody, a thing, or somebody with a name. */
function readSubject(said: string, speaker: string): ReadRelation | undefined {
  const first = /^(?:I|We)(?:'(?:m|re) (?<am>.+)|'ve (?<have>.+)|'ll (?<will>.+)| (?<rest>.+))$/s.exec(said)?.groups;
  if (first !== undefined) return readFirstPerson(first, speaker);
  const owned = OWNED.exec(said)?.groups;
  if (owned !== undefined) return readOwned(owned, speaker);
  const thing = THING.exec(said)?.groups;
  return thing === undefined ? readNamed(said) : readThing(thing);
}

function readFirstPerson(
  { am, have, will, rest }: Readonly<Record<string, string | undefined>>,
  speaker: string,
): ReadRelation | undefined {
  const verb =
    am !== undefined ? `am ${am}` : have !== undefined ? `have ${have}` : will !== undefined ? `will ${will}` : rest;
  const found = matchVerbs(verb ?? '');
  return found && relate({ subject: speaker, ...found }, true);
}
