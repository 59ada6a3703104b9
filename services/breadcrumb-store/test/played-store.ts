import fc from 'fast-check';
import type { Audience, Viewer } from '@crumbtrail/contracts';
import type { Embedder } from '../src/search/embedders/embedder';
import { refName, type ReferenceModel, type ModelCrumb } from './reference-model';
import { message, operator, user, type StoreUnderTest } from './store-under-test';

const HOUR = 3_600_000;
const WORDS = ['owl', 'heron', 'boat', 'harbour', 'lamp', 'stone'];

/** Not lexical, so that vectors are read from rows: as many dimensions as words. */
export const dense: Embedder = {
  name: 'dense/test',
  batch: 64,
  embed: (texts) =>
    Promise.resolve(
      texts.map((text) => {
        const counts = WORDS.map((word) => text.split(word).length - 1 + 0.1);
        const norm = Math.hypot(...counts);
        return counts.map((one) => one / norm);
      }),
    ),
};

interface Say {
  readonly do: 'say';
  readonly who: string;
  readonly audience: Audience;
  readonly session: string;
  readonly words: readonly string[];
  readonly tags: readonly string[];
  readonly expires: boolean;
  readonly cause: number | null;
}

interface Change {
  readonly do: 'change';
  readonly which: number;
  readonly words: readonly string[];
}

interface Erase {
  readonly do: 'erase';
  readonly which: number;
}

/** Somebody looks, as of some positions ago, perhaps after everything that expires has. */
export interface Look {
  readonly do: 'look';
  readonly viewer: string;
  readonly behalf: string | null;
  readonly back: number;
  readonly later: boolean;
  readonly trigger: number;
}

export type Step = Say | Change | Erase | Look;

const words = fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 5 });
const which = fc.nat({ max: 40 });

const say = fc.record<Say>({
  do: fc.constant('say'),
  who: fc.constantFrom('ann', 'bob'),
  audience: fc.constantFrom<Audience>(
    'all',
    'all',
    'agents',
    ['user:ann'],
    ['user:bob', 'agent:assistant'],
    ['user:ann', 'agent:assistant'],
  ),
  session: fc.constantFrom('demo', 'demo', 'other'),
  words,
  tags: fc.constantFrom(['birds'], ['owls', 'birds']),
  expires: fc.boolean(),
  cause: fc.option(which),
});
const look = fc.record<Look>({
  do: fc.constant('look'),
  viewer: fc.constantFrom('assistant', 'other'),
  behalf: fc.constantFrom(null, 'ann', 'bob'),
  back: fc.constantFrom(0, 0, 1, 5),
  later: fc.boolean(),
  trigger: which,
});

/** Anything that may happen to a small store. */
export const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: say },
  { weight: 2, arbitrary: fc.record<Change>({ do: fc.constant('change'), which, words }) },
  { weight: 1, arbitrary: fc.record<Erase>({ do: fc.constant('erase'), which }) },
  { weight: 3, arbitrary: look },
);

/** The moment of a look. */
export const momentOf = ({ later }: Look): number => Date.now() + (later ? 2 * HOUR : 0);

/** A store and what a spec remembers of it, changed side by side. */
export class PlayedStore {
  constructor(
    private readonly store: StoreUnderTest,
    readonly workspace: string,
    readonly model: ReferenceModel,
  ) {}

  async play(one: Exclude<Step, Look>): Promise<void> {
    if (one.do === 'say') await this.say(one);
    else if (one.do === 'change') await this.change(one);
    else await this.erase(one);
  }

  private alive(at: number): ModelCrumb | undefined {
    const there = this.model.crumbs.filter(({ erased }) => !erased);
    return there[at % Math.max(1, there.length)];
  }

  /** Nobody can name a cause that they may not read. */
  private causeFor(viewer: Viewer, at: number | null): { id: string; version: number } | undefined {
    const crumb = at === null ? undefined : this.alive(at);
    if (!crumb) return undefined;
    const cause = { id: crumb.id, version: crumb.versions.at(-1)?.version ?? 1 };
    const looking = { eyes: [viewer], as_of: Number.MAX_SAFE_INTEGER, now: Date.now() };
    return this.model.visible(looking).has(refName(cause)) ? cause : undefined;
  }

  private async say({ who, audience, session, words: said, tags, expires, cause: at }: Say): Promise<void> {
    const cause = this.causeFor({ participant: { kind: 'user', id: who } }, at);
    const expiresAt = expires ? Date.now() + HOUR : null;
    const text = said.join(' ');
    const expires_at = expiresAt === null ? undefined : new Date(expiresAt).toISOString();
    const draft = message(text, { audience, session, tags: [...tags], expires_at, cause });
    const { id, version, position } = await this.store.create(user(this.workspace, who), draft);
    this.model.crumbs.push({
      id,
      session,
      author: who,
      audience,
      tags,
      expiresAt,
      cause: cause?.id ?? null,
      erased: false,
      versions: [{ version, position, text }],
    });
  }

  private async change({ which: at, words: said }: Change): Promise<void> {
    const crumb = this.alive(at);
    if (!crumb) return;
    const text = said.join(' ');
    const if_match = crumb.versions.at(-1)?.version ?? 1;
    const write = { op: 'update' as const, id: crumb.id, if_match, patch: { context: { content: text } } };
    const { results } = await this.store.commit(operator(this.workspace), { writes: [write] });
    const [done] = results;
    if (done && done.version > if_match) {
      crumb.versions.push({ version: done.version, position: done.position, text });
    }
  }

  private async erase({ which: at }: Erase): Promise<void> {
    const crumb = this.alive(at);
    if (!crumb) return;
    const if_match = crumb.versions.at(-1)?.version ?? 1;
    await this.store.commit(operator(this.workspace), { writes: [{ op: 'erase', id: crumb.id, if_match }] });
    crumb.erased = true;
  }
}
