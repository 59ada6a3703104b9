import { words } from '@crumbtrail/hints';
import { LRUCache } from 'lru-cache';
import { readSurfaceFeatures, surfaceKey, type SurfaceFeatures } from './surface-features';
import { withoutCourtesy } from './without-courtesy';

/** A text in the form in which texts are compared. Expensive parts are read only when two texts are nearly the same, which is rare. */
export class Fingerprint {
  /** The words in order, with contractions expanded: `I'm` is `i am`, `don't` is `do not`. */
  readonly words: readonly string[];
  private joined: string | undefined;
  private readFeatures: SurfaceFeatures | undefined;
  private readKey: string | undefined;
  private readStatement: string | undefined;

  /** `exact` is the text with all white space collapsed to single spaces. */
  constructor(readonly exact: string) {
    const all = words(exact);
    this.words = MAY_CONTRACT.test(exact) ? all.flatMap(expandContractions) : all;
  }

  /** The words joined by single spaces. */
  get folded(): string {
    return (this.joined ??= this.words.join(' '));
  }

  get features(): SurfaceFeatures {
    return (this.readFeatures ??= readSurfaceFeatures(this.exact, this.words));
  }

  /** Equal for two texts that may say the same: they agree in numbers, identifiers, quotes, symbols, negations and questions. */
  get key(): string {
    return (this.readKey ??= surfaceKey(this.features));
  }

  /** Equal for texts with the same words in the same order, greetings and thanks at both ends aside; of a text without words the text itself. */
  get statement(): string {
    return (this.readStatement ??= this.words.length === 0 ? this.exact : withoutCourtesy(this.words).join(' '));
  }

  /** Whether two texts say the same: the same statement, and every mark alike. */
  saysSameAs(other: Fingerprint): boolean {
    return this.exact === other.exact || (this.statement === other.statement && this.key === other.key);
  }
}

/** White space other than single spaces. Most texts have none, and are not written again. */
const UNEVEN_SPACE = /[^\S ]| {2}/;

/** The fingerprint of a text; Unicode forms and white space make no difference. */
export function fingerprintOf(text: string): Fingerprint {
  const normal = text.normalize('NFC');
  return new Fingerprint(UNEVEN_SPACE.test(normal) ? normal.replace(/\s+/g, ' ').trim() : normal.trim());
}

/** Remembers the fingerprints of recent texts: the same texts come with every build of a conversation. */
export class FingerprintCache {
  private readonly fingerprints: LRUCache<string, Fingerprint>;

  /** @param maxCharacters characters of text remembered in all; default 4,000,000 */
  constructor(maxCharacters = 4_000_000) {
    this.fingerprints = new LRUCache({ maxSize: maxCharacters, sizeCalculation: ({ exact }) => exact.length + 1 });
  }

  /** The fingerprint of a text, computed once while it is remembered. */
  get(text: string): Fingerprint {
    const known = this.fingerprints.get(text);
    if (known) return known;
    const fingerprint = fingerprintOf(text);
    this.fingerprints.set(text, fingerprint);
    return fingerprint;
  }
}

const NEGATED_STEMS: Readonly<Record<string, string>> = { ca: 'can', wo: 'will', sha: 'shall' };
const CONTRACTED_VERBS: Readonly<Record<string, string>> = { m: 'am', re: 'are', ve: 'have', ll: 'will' };
/** After these words `'s` means `is`; after any other it may be a possessive. */
const TAKES_CONTRACTED_IS = new Set('it that this there here he she what who where when how'.split(' '));

const CONTRACTION = /['’]|^cannot$/;
/** A text without a match has no word that {@link CONTRACTION} matches; words are in form NFKC, which full-width letters are not. */
const MAY_CONTRACT = /['’]|cannot|[\uFF00-\uFFEF]/i;

/** In other scripts the sign is a letter of the word: п'ять. */
const IN_LATIN = /^\p{Script=Latin}/u;

/** `I'm` as `i am`, `don't` as `do not`, `it's` as `it is`. */
function expandContractions(word: string): string | string[] {
  if (!CONTRACTION.test(word) || !IN_LATIN.test(word)) return word;
  if (word === 'cannot') return ['can', 'not'];
  const verb = /^(.+)n['’]t$/.exec(word)?.[1];
  if (verb !== undefined) return [NEGATED_STEMS[verb] ?? verb, 'not'];
  const [first = '', ...rest] = word.split(/['’]/).filter((part) => part !== '');
  return [
    first,
    ...rest.map((part) => (part === 's' && TAKES_CONTRACTED_IS.has(first) ? 'is' : (CONTRACTED_VERBS[part] ?? part))),
  ];
}
