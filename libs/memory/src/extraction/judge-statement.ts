import { isFiller } from '../sentences/is-filler';
import type { TermKind } from '../sentences/read-terms';
import { PAST_VERBS, PRESENT_VERBS } from '../sentences/english-verbs';
import type { ReadRelation } from './read-relation';
import type { StatedSentence } from './read-statements';

/** How sure it is that a statement lasts, by what shows it. */
const CONFIDENCE = {
  relation: 0.9,
  reminder: 0.9,
  correction: 0.8,
  firstPerson: 0.7,
  specific: 0.6,
  foreign: 0.5,
} as const;

/** Statements that are true only for a moment: reactions, wishes, politeness, guesses and what is said about the conversation itself. */
const PASSING = new RegExp(
  [
    "^(?:that|this|it|these|those)(?:'s|'re| is| are| was| sounds?| looks?| seems?| must| would| will| makes?| means| really| all)? ?(?:sound|look|seem|so|such|really|very|great|good|nice|cool|awesome|amazing|lovely|wonderful|fantastic|perfect|fine|true|right|interesting|helpful|funny|sad|awful|terrible|tough|hard|a good|a great|fair|exciting|inspiring|beautiful|incredible|impressive)\\b",
    "^I(?:'m| am)(?: so| really| very| also| just| still| always)* (?:glad|happy|sorry|excited|proud|sure|curious|impressed|thrilled|grateful|thankful|afraid that|worried|wondering|not sure|confused|here for|listening|kidding|joking|back|done|ready|fine|good|ok|okay|tired|bored)\\b(?! (?:of|to (?:say|announce))\\b)",
    "^I(?:'d| would)\\b",
    "^I(?: really| do| also| just| totally| completely| still| don't| can't| didn't)* (?:hope|guess|wonder|wish|bet|suppose|see|understand|agree|disagree|appreciate|doubt|imagine|believe|mean|know|remember|think|feel like)\\b(?! of\\b)",
    "^(?:thanks|thank you|congrat|good (?:luck|job|morning|night|evening|idea|point|to)|great (?:idea|job|to|work)|nice (?:to|work|one)|well done|sounds|looks (?:good|great)|no (?:problem|worries)|never mind|you(?:'re| are| can| could| should| must| have| will|'ll|'ve| look| know| deserve| did)?\\b|your\\b|have a|take care|see you|talk (?:to|soon)|bye|enjoy|welcome|keep|let(?:'s| me| us)|hope|happy (?:to|birthday)|of course|there you|here you|same here|me too|what an?\\b|how\\b)",
    '\\b(?:just kidding|whatever|as an ai|language model)\\b',
  ].join('|'),
  'i',
);

/** Orders begin with a verb: words with which people ask an assistant for something. */
const ORDER =
  /^(?:(?:now|then|first|next|just|also|kindly|please|always|never)[, ]+)*(?:write|show|tell|give|make|create|explain|help|list|summari[sz]e|translate|remind|add|remove|delete|change|update|fix|use|find|search|look|check|send|set|open|close|run|start|stop|try|go|come|call|ask|answer|describe|compare|convert|generate|draft|rewrite|review|improve|suggest|recommend|continue|repeat|ignore|forget|remember|put|take|move|turn|read|play|stay|wait|imagine|pretend|consider|note|do|don't|do not|be|keep|provide|include|ensure|implement|build|design|test|debug|refactor|replace|rename|format|mention|avoid|respond|reply|act|calculate|book|order|schedule|plan|cancel|pick|choose|let)\b(?! (?:is|was|are|were|has|will)\b)/i;

const HYPOTHETICAL =
  /^(?:if|when|whenever|maybe|perhaps|imagine|suppose|what if|unless)\b|\b(?:would have been|if only|might be|may be|could be)\b/i;
/** Somebody's name and what they are, have or do. */
const NAMED =
  /^(?!(?:The|This|That|These|Those|It|He|She|They|There|Here|What|Who|Everything|Nothing|Something)\b)\p{Lu}\p{Ll}+ (?:is|was|has|had|does|did|lives?|\p{L}+(?:ed|s))\b/u;
const FIRST_PERSON = /^(?:I|We|My|Our)\b/i;
const LASTING =
  /\b(?:am|is|are|was|were|has|have|had|been|be|did|does|do|will|never|always|every|since|until|ago|yesterday|tomorrow|last|next|going to|using|trying|working|\p{L}{2,}ed)\b/iu;
const WORD = /[\p{L}']+/gu;

/** Whether a sentence has a verb or a time that makes it a statement. */
const isLasting = (text: string): boolean =>
  LASTING.test(text) ||
  (text.toLowerCase().match(WORD) ?? []).some(
    (word) => PAST_VERBS.has(word) || PRESENT_VERBS.has(word) || PRESENT_VERBS.has(word.replace(/s$/, '')),
  );

/** What is known of a statement before it is judged. */
export interface StatementEvidence {
  readonly statement: StatedSentence;
  readonly terms: ReadonlyMap<string, TermKind>;
  readonly relation: ReadRelation | undefined;
  readonly isEnglish: boolean;
}

/** Fewest terms of a statement that no pattern matches. */
const FEWEST_TERMS = 3;
/** The same for a statement of the speaker about themselves. */
const FEWEST_OF_SPEAKER = 2;

const isSpecific = (terms: ReadonlyMap<string, TermKind>): boolean =>
  [...terms.values()].some((kind) => kind !== 'word');

/** How sure it is that an English sentence without a pattern lasts. */
function judgeEnglish(
  { text, isCorrection }: StatedSentence,
  terms: ReadonlyMap<string, TermKind>,
): number | undefined {
  const isOfSpeaker = FIRST_PERSON.test(text);
  if (terms.size < (isOfSpeaker ? FEWEST_OF_SPEAKER : FEWEST_TERMS) || !isLasting(text)) return undefined;
  if (isCorrection) return CONFIDENCE.correction;
  if (isOfSpeaker) return CONFIDENCE.firstPerson;
  return isSpecific(terms) || NAMED.test(text) ? CONFIDENCE.specific : undefined;
}

/** Moods and places: what somebody is for a moment. */
const MOMENT =
  /^I(?:'m| am)(?: (?:so|really|very|also|just|still|always|not|a bit|all|too|pretty))* (?:hungry|thirsty|late|early|lost|angry|mad|upset|sad|scared|nervous|anxious|stuck|busy|free|alone|home|here|there|away|online|offline|awake|asleep|sleepy|cold|warm|drunk|sick|ill|better|well|alright|right|wrong|serious|exhausted|relieved|surprised|shocked|amazed|disappointed|frustrated|annoyed|jealous|lonely|stressed|overwhelmed|embarrassed|convinced|finished|gone|outside|inside|interested|available|unavailable|certain|able|aware|flattered|honou?red|touched|delighted|pleased|eager|in|out|down|cool|great|super|[a-z]+ing)(?: (?:now|today|again|already|too|though|right now|at the moment))*(?:[.,!;]|$)/i;

const isPassing = (text: string): boolean =>
  PASSING.test(text) || MOMENT.test(text) || ORDER.test(text) || HYPOTHETICAL.test(text);

/** How sure it is that a statement says something that lasts, from 0 to 1; undefined where it does not. */
export function judgeStatement({ statement, terms, relation, isEnglish }: StatementEvidence): number | undefined {
  if (statement.isReminder && terms.size > 0) return CONFIDENCE.reminder;
  if (!isEnglish) return judgeForeign(statement);
  if (isPassing(statement.text) || terms.size === 0) return undefined;
  return relation === undefined ? judgeEnglish(statement, terms) : CONFIDENCE.relation;
}

/** Fewest words of a sentence in a language without patterns, and characters where a script has no spaces between words, or of a single word. */
const FEWEST_WORDS = 2;
const FEWEST_CHARACTERS = 3;
const LONG_WORD = 5;
const NO_SPACES =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const ANY_WORD = /[\p{L}\p{M}\p{N}]+/gu;
// eslint-disable-next-line no-control-regex -- ASCII is meant
const NOT_ASCII = /[^\x00-\x7f]/;

/** In a language without patterns every sentence is kept that is no greeting and has at least two words, or one long one. */
function judgeForeign({ text, isCorrection }: StatedSentence): number | undefined {
  if (PASSING.test(text) || isFiller(text)) return undefined;
  const list = text.match(ANY_WORD) ?? [];
  const isEnough = NO_SPACES.test(text) ? list.join('').length >= FEWEST_CHARACTERS : hasWords(list);
  const confidence = isCorrection ? CONFIDENCE.correction : CONFIDENCE.foreign;
  return isEnough ? confidence : undefined;
}

const hasWords = (list: readonly string[]): boolean =>
  list.length >= FEWEST_WORDS || list.some((only) => NOT_ASCII.test(only) && only.length >= LONG_WORD);
