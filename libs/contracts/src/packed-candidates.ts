import type { Candidate, PackedRetrieveReply, RetrieveReply } from './asks/retrieval';

/** What a text is, whichever source found it. */
type Text = Omit<Candidate, 'rank' | 'score' | 'scores'>;

const PLAIN = ['id', 'version', 'chunk', 'chunks', 'position', 'occurred_at', 'text', 'text_hash', 'tokens'] as const;
const MORE = ['simhash', 'information', 'imported', 'expires_at', 'hint_error', 'vector'] as const;
/** Few texts differ in these: each is written once, and counted from 0. */
const SHARED = ['workspace', 'schema_name', 'session', 'author', 'audience'] as const;
const OWN = [...PLAIN, ...MORE] as const;

/** In a row: place of the text, rank, score, then shares. */
const FIRST_SHARE = 3;

const keyOf = ({ id, version, chunk }: Text): string => `${id}@${version}#${chunk}`;

/** Gives each different value its place, in the order met. Objects that are the same one need no second look. */
class Places<Value> {
  readonly values: Value[] = [];
  private readonly met = new Map<Value, number>();
  private readonly places = new Map<string, number>();

  of(value: Value): number {
    const known = this.met.get(value);
    if (known !== undefined) return known;
    const key = JSON.stringify(value) ?? '';
    const place = this.places.get(key) ?? this.values.push(value) - 1;
    this.places.set(key, place);
    this.met.set(value, place);
    return place;
  }
}

/** A column of which nothing is there is left out; in the others, what is not there is null. */
function column(texts: readonly Text[], name: (typeof OWN)[number]): unknown[] | undefined {
  return texts.some((text) => text[name] !== undefined) ? texts.map((text) => text[name] ?? null) : undefined;
}

function textsOf(reply: RetrieveReply): Map<string, Text> {
  const texts = new Map<string, Text>();
  for (const { candidates } of reply.sources)
    for (const one of candidates) {
      const known = texts.get(keyOf(one));
      if (known === undefined || (known.vector === undefined && one.vector !== undefined)) texts.set(keyOf(one), one);
    }
  return texts;
}

/** A reply as it goes over the wire: each text once, in columns, however many sources found it. */
export function packCandidates(reply: RetrieveReply): PackedRetrieveReply {
  const texts = textsOf(reply);
  const at = new Map([...texts.keys()].map((key, place) => [key, place]));
  const all = [...texts.values()];
  const features = new Places<string>();
  const sources = reply.sources.map(({ name, candidates }) => ({
    name,
    found: candidates.map((one) => {
      const row: (number | null)[] = [at.get(keyOf(one)) as number, one.rank, one.score];
      for (const feature in one.scores) {
        const at = FIRST_SHARE + features.of(feature);
        while (row.length < at) row.push(null);
        row[at] = one.scores[feature] as number;
      }
      return row;
    }),
  }));
  const shared = SHARED.map((name) => {
    const places = new Places<unknown>();
    return { name, at: all.map((text) => places.of(text[name] ?? null)), values: places.values };
  });
  const own = Object.fromEntries(
    OWN.flatMap((name) => {
      const values = column(all, name);
      return values ? [[name, values]] : [];
    }),
  );
  return { ...reply, sources, features: features.values, own, shared };
}

type Members = Record<string, unknown>;

function unpackTexts({ own, shared }: PackedRetrieveReply): Members[] {
  const count = own['id']?.length ?? 0;
  return Array.from({ length: count }, (_, at) => {
    const text: Members = {};
    for (const name in own) {
      const value = own[name]?.[at] ?? null;
      if (value !== null) text[name] = value;
    }
    for (const { name, at: places, values } of shared) {
      const value = values[places[at] as number] ?? null;
      if (value !== null) text[name] = value;
    }
    return text;
  });
}

function unpackScores(row: readonly (number | null)[], features: readonly string[]): Record<string, number> {
  const scores: Record<string, number> = {};
  for (let at = FIRST_SHARE; at < row.length; at += 1) {
    const score = row[at] ?? null;
    if (score !== null) scores[features[at - FIRST_SHARE] as string] = score;
  }
  return scores;
}

/** What `packCandidates` packed. */
export function unpackCandidates({ own, shared, features, sources, ...rest }: PackedRetrieveReply): RetrieveReply {
  const texts = unpackTexts({ own, shared, features, sources, ...rest });
  return {
    ...rest,
    sources: sources.map(({ name, found }) => ({
      name,
      candidates: found.map((row) => {
        const [place, rank, score] = row as [number, number, number];
        return { ...texts[place], rank, score, scores: unpackScores(row, features) } as unknown as Candidate;
      }),
    })),
  };
}
