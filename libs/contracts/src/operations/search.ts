import { z } from 'zod';
import type { Envelope } from '../record';
import { AGENT_EXECUTOR, BREADCRUMB_STORE, CONTEXT_BUILDER, TOOL_RUNNER } from '../service-names';
import { AGENT_SERVICE, defineOperation, replyOf, type RequestOf } from './define-operation';
import { list, text, time } from './request-fields';

const shortText = z.string().max(64);
const texts = list(text, 64);

/** What a search found, the best first. */
export interface SearchReply {
  readonly results: readonly {
    readonly breadcrumb: Envelope;
    readonly score: number;
    readonly scores: Readonly<Record<string, number>>;
    /** The words of the best passage that are forms of a word of the query, as they are written, each once; absent where they were not asked for. */
    readonly matched?: readonly string[];
  }[];
}

/** Searches crumbs by words, by vector, or by both. */
export const Search = defineOperation({
  name: 'store.search',
  service: BREADCRUMB_STORE,
  callers: [CONTEXT_BUILDER, AGENT_EXECUTOR, TOOL_RUNNER, AGENT_SERVICE],
  role: 'reader',
  allowsUnsafeJson: true,
  replica: { session: ({ filter }) => filter?.session },
  request: z.object({
    query: z.string().min(1).max(16_384),
    mode: z.enum(['text', 'vector', 'hybrid']),
    filter: z
      .object({
        session: shortText.optional(),
        schemas: texts.optional(),
        tags: texts.optional(),
        /** `user:ann`, or `ann` for whatever kind. */
        author: z.string().max(80).optional(),
        since: time.optional(),
      })
      .optional(),
    limit: z.int().min(1).max(100).optional(),
    /** Whether each result says by which words it was found. Default: false. */
    matched: z.boolean().optional(),
    /** The agent that must be allowed to read the results. Only for services, which may otherwise read everything. */
    viewer: z.string().optional(),
    /** The turn whose answer will tell the results: they must be readable for everybody who may read that answer. */
    turn: z.uuid().optional(),
  }),
  reply: replyOf<SearchReply>(),
});
export type SearchRequest = RequestOf<typeof Search>;
