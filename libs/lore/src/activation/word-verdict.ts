import type { KeyPlace } from '../keys/where';
import type { ActiveOutcome, FoundKey, GroupDecision, LoreCause, LoreOutcome } from './verdict';

const LOGIC = {
  and_any: 'none of its secondary keys is',
  and_all: 'not all of its secondary keys are',
  not_any: 'a secondary key is, too',
  not_all: 'all of its secondary keys are, too',
};

const number = (value: number): string => String(Math.round(value * 100) / 100);

const wordTokens = (tokens: number): string => `${tokens} ${tokens === 1 ? 'token' : 'tokens'}`;

/** `message −1` is the newest. */
function wordPlace(place: KeyPlace): string {
  if (place.in === 'message') return `at message −${place.index + 1}`;
  if (place.in === 'field') return `in ${place.field}`;
  return place.in === 'injection' ? `in ${place.id}` : `in the content of ${place.id}`;
}

const wordKey = ({ key, place }: FoundKey): string => `key *${key}* ${wordPlace(place)}`;

function wordCause(cause: LoreCause): string {
  switch (cause.by) {
    case 'key':
      return [cause.key, ...cause.secondary].map(wordKey).join(', ');
    case 'constant':
      return 'constant';
    case 'sticky':
      return `sticky until message ${cause.until}`;
    case 'count':
      return `due at message ${cause.messages} of ${cause.of}`;
    case 'decorator':
      return 'forced on by @@activate';
    case 'meaning':
      return 'found by meaning';
  }
}

function wordDecision(decision: GroupDecision, roll: number | undefined): string {
  if (decision === 'weight') return `roll ${number(roll ?? 0)}`;
  if (decision === 'sticky') return 'that is sticky';
  if (decision === 'score') return 'more keys match';
  return decision === 'override' ? 'prioritised by order' : 'won in an earlier pass';
}

function wordActive({ cause, won = [], roll, tokens, unplaced }: ActiveOutcome): string {
  const groups = won.map(({ group, over, roll: drawn }) => {
    const how = drawn === undefined ? '' : `: roll ${number(drawn)}`;
    return `won group *${group}*${how} over ${over.map((id) => `*${id}*`).join(', ')}`;
  });
  const rolled = roll === undefined ? [] : [`roll ${number(roll)} %`];
  const where = { note_not_due: ["not placed: the author's note is not due"], empty: ['not placed: no text'] };
  const place = unplaced ? where[unplaced] : [];
  return [wordCause(cause), ...groups, ...rolled, wordTokens(tokens), ...place].join('; ');
}

type Rejection = Exclude<LoreOutcome, ActiveOutcome>;
type RejectionOf<Name extends Rejection['verdict']> = Extract<Rejection, { verdict: Name }>;

const REJECTIONS: { [Name in Rejection['verdict']]: (outcome: RejectionOf<Name>) => string } = {
  disabled: () => 'disabled',
  generation_type: ({ generation }) => `not for the generation type ${generation}`,
  other_agent: ({ agent }) => `not for ${agent}`,
  delay: ({ needs, messages }) => `delayed until message ${needs}; there are ${messages}`,
  cooldown: ({ until }) => `cooldown until message ${until}`,
  count_not_due: ({ of, messages }) => `not due at message ${messages} of ${of}`,
  delayed_until_recursion: ({ level }) => `waits for recursion at level ${level}`,
  suppressed: () => 'forced off by @@dont_activate',
  no_key: ({ depth }) => `no key in the newest ${depth} messages`,
  secondary_keys: ({ logic, key }) => `${wordKey(key)}, but ${LOGIC[logic]} mentioned`,
  regex_timeout: ({ key, reason }) => `regular expression *${key}* needs too much work: ${reason}`,
  regex_refused: ({ key, reason }) => `regular expression *${key}* ${reason}`,
  group_lost: ({ group, decision, roll, to }) => `lost group *${group}*: ${wordDecision(decision, roll)} to *${to}*`,
  probability: ({ roll, probability }) => `roll ${number(roll)} % over its probability of ${number(probability)} %`,
  over_budget: ({ tokens, left, budget }) =>
    `over ${budget === 'book' ? 'the budget of its book' : 'budget'}: ${wordTokens(tokens)}, ${left} left`,
};

/** A verdict in words: `key *dragon* at message −3; 40 tokens`, `lost group *x*: roll 0.61 to *y*`, `cooldown until message 17`. */
export function wordVerdict(outcome: LoreOutcome): string {
  if (outcome.verdict === 'active') return wordActive(outcome);
  const word = REJECTIONS[outcome.verdict] as (rejection: Rejection) => string;
  return word(outcome);
}
