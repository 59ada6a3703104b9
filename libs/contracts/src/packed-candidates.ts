import type { Candidate } from './operations/candidate';
import type { FoundText, PackedRetrieveReply, RetrieveReply } from './operations/retrieval';
import { packVector, unpackVector } from './packed-vector';

/** Columns with few distinct values: each value is written once, and referred to by its index from 0. */
const SHARED = ['workspace', 'schema_name', 'session', 'author', 'audience', 'informs'] as const;
type Shared = (typeof SHARED)[number];
type Own = Exclude<keyof FoundText, Shared>;

/** The default values of the other columns; trailing defaults are not written. */
const USUAL: { readonly [Name in Own]-?: FoundText[Name] | null } = {
  id: '',
  version: 1,
  chunk: 0,
  chunks: 1,
  position: 0,
  occurred_at: '',
  tokens: 0,
  text: '',
  digest: '',
  simhash: '',
  information: 0,
  imported: false,
  expires_at: null,
  hint_error: null,
  vector: null,
  enclosing: null,
};
const OWN = Object.keys(USUAL) as Own[];

/** One row: index of the text, rank, score, then shares. */
const FIRST_SHARE = 3;

const keyOf = ({ id, version, chunk }: FoundText): string => `${id}@${version}#${chunk}`;

/** Gives each distinct value an index, in order of appearance. Looks at identical objects only once. */
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

function ownColumns(texts: readonly FoundText[]): PackedRetrieveReply['own'] {
  const columns: Record<string, readonly unknown[]> = {};
  for (const name of OWN) {
    const values = texts.map(
      (text) => (name === 'vector' ? text.vector && packVector(text.vector) : text[name]) ?? null,
    );
    const said = values.findLastIndex((value) => value !== USUAL[name]) + 1;
    if (said > 0) columns[name] = values.slice(0, said);
  }
  return columns;
}

function sharedColumns(texts: readonly FoundText[]): PackedRetrieveReply['shared'] {
  const columns = SHARED.map((name) => {
    const places = new Places<unknown>();
    return [name, { at: texts.map((text) => places.of(text[name] ?? null)), values: places.values }] as const;
  });
  return Object.fromEntries(columns);
}

/** The distinct texts, and the text of each candidate; of a text that came with and without a vector, the one with it. */
class Texts {
  readonly all: FoundText[] = [];
  private readonly places = new Map<string, number>();

  of(one: Candidate): number {
    const key = keyOf(one);
    const place = this.places.get(key) ?? this.all.push(one) - 1;
    this.places.set(key, place);
    if (one.vector !== undefined) this.all[place] = one;
    return place;
  }
}

/** One row: index of the text, rank, score, then the shares. */
function rowOf({ rank, score, scores }: Candidate, place: number, features: Places<string>): (number | null)[] {
  const row: (number | null)[] = [place, rank, score];
  for (const feature in scores) {
    const at = FIRST_SHARE + features.of(feature);
    while (row.length < at) row.push(null);
    row[at] = scores[feature] as number;
  }
  return row;
}

/** Packs a reply for the wire: each text once, in columns, however many sources found it. */
export function packCandidates(reply: RetrieveReply): PackedRetrieveReply {
  const [texts, features] = [new Texts(), new Places<string>()];
  const sources = reply.sources.map(({ name, candidates }) => ({
    name,
    found: candidates.map((one) => rowOf(one, texts.of(one), features)),
  }));
  const { all } = texts;
  return { ...reply, sources, features: features.values, own: ownColumns(all), shared: sharedColumns(all) };
}

function unpackScores(row: readonly (number | null)[], features: readonly string[]): Record<string, number> {
  const scores: Record<string, number> = {};
  for (let at = FIRST_SHARE; at < row.length; at += 1) {
    const score = row[at] ?? null;
    if (score !== null) scores[features[at - FIRST_SHARE] as string] = score;
  }
  return scores;
}

function vectorAt({ vector }: PackedRetrieveReply['own'], at: number): FoundText['vector'] {
  const packed = vector?.[at];
  return typeof packed === 'string' ? unpackVector(packed) : undefined;
}

function ownAt<Name extends Exclude<Own, 'vector'>>(
  own: PackedRetrieveReply['own'],
  name: Name,
  at: number,
): FoundText[Name] {
  return (own[name]?.[at] ?? USUAL[name] ?? undefined) as FoundText[Name];
}

function sharedAt<Name extends Shared>(shared: PackedRetrieveReply['shared'], name: Name, at: number): FoundText[Name] {
  const column = shared[name];
  return (column?.values[column.at[at] as number] ?? undefined) as FoundText[Name];
}

/** Assigns each member by name: spreading so many objects is ten times slower. */
function candidateAt(
  { own, shared, features }: Pick<PackedRetrieveReply, 'own' | 'shared' | 'features'>,
  row: readonly (number | null)[],
): Candidate {
  const [at, rank, score] = row as [number, number, number];
  return {
    id: ownAt(own, 'id', at),
    version: ownAt(own, 'version', at),
    workspace: sharedAt(shared, 'workspace', at),
    chunk: ownAt(own, 'chunk', at),
    chunks: ownAt(own, 'chunks', at),
    position: ownAt(own, 'position', at),
    schema_name: sharedAt(shared, 'schema_name', at),
    session: sharedAt(shared, 'session', at),
    author: sharedAt(shared, 'author', at),
    audience: sharedAt(shared, 'audience', at),
    informs: sharedAt(shared, 'informs', at),
    imported: ownAt(own, 'imported', at),
    occurred_at: ownAt(own, 'occurred_at', at),
    expires_at: ownAt(own, 'expires_at', at),
    text: ownAt(own, 'text', at),
    hint_error: ownAt(own, 'hint_error', at),
    digest: ownAt(own, 'digest', at),
    tokens: ownAt(own, 'tokens', at),
    simhash: ownAt(own, 'simhash', at),
    information: ownAt(own, 'information', at),
    vector: vectorAt(own, at),
    enclosing: ownAt(own, 'enclosing', at),
    rank,
    score,
    scores: unpackScores(row, features),
  };
}

/** Unpacks the result of `packCandidates`. */
export function unpackCandidates({ own, shared, features, sources, ...rest }: PackedRetrieveReply): RetrieveReply {
  const texts = { own, shared, features };
  return {
    ...rest,
    sources: sources.map(({ name, found }) => ({ name, candidates: found.map((row) => candidateAt(texts, row)) })),
  };
}
