import { narrowReaders, type Audience, type Envelope } from '@crumbtrail/contracts';
import type { SentenceSources } from './ground-reply';
import type { GroundingRecord } from '../ports';
import type { AnswerSource, AnswerSources } from './load-answer-sources';

const MOST_SOURCES = 256;
/** The longest list of participants that a draft may have as its audience. */
const MOST_READERS = 64;

/** Those of the readers who may read all of these sources too. */
export function groundingReaders(readers: Audience, cited: readonly AnswerSource[]): Audience {
  const left = cited.reduce<Audience>((so, { audience, author }) => narrowReaders(so, { audience, author }), readers);
  return typeof left === 'string' ? left : left.slice(0, MOST_READERS);
}

/** The record of a grounded reply; null where none of its sentences rests on anything. */
export function toGroundingRecord(
  response: Pick<Envelope, 'id' | 'audience'>,
  { context_id, agent, sources }: Omit<AnswerSources, 'response'>,
  { sentences, beyond }: SentenceSources,
): GroundingRecord | null {
  const cited = [...new Set(sentences.flatMap(({ rests_on }) => rests_on.map(({ source }) => source)))];
  const listed = new Map(cited.slice(0, MOST_SOURCES).map((source, at) => [source, at]));
  if (listed.size === 0) return null;
  const kept = [...listed.keys()].map((source) => sources[source] as AnswerSource);
  const context = {
    response: { id: response.id },
    context_id,
    agent,
    sources: kept.map(({ ref }) => ({ ...ref })),
    sentences: sentences.map(({ start, end, rests_on }) => ({
      start,
      end,
      rests_on: rests_on.flatMap(({ source, share }) => {
        const at = listed.get(source);
        return at === undefined ? [] : [{ source: at, share }];
      }),
    })),
    ...(beyond > 0 ? { beyond } : {}),
  };
  return { context, audience: groundingReaders(response.audience, kept) };
}
