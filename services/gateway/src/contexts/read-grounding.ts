import {
  AgentContext,
  AgentResponse,
  AnswerGrounding,
  asCrumb,
  asPayload,
  refuse,
  responseId,
  type AnswerGroundingV1,
  type CitedSource,
  type Envelope,
  type Ref,
} from '@crumbtrail/contracts';
import type { GroundedReply } from '@crumbtrail/contracts/http/grounding';
import { excerpt } from '../records/rendering';

const refKey = ({ id, version }: Ref): string => `${id}@${version}`;
const responseRef = ({ response }: AnswerGroundingV1): Ref => ({ id: response.id, version: 1 });

/** The reply that a breadcrumb is, or that was written with the context that it is. */
export function groundedResponseId({ id, workspace, schema_name, context }: Envelope): string {
  if (schema_name === AgentResponse.name) return id;
  if (schema_name === AgentContext.name) return responseId(workspace, asPayload(AgentContext.name, context).turn.id);
  throw refuse(
    'not_found',
    `${id} is neither a reply nor a context; its schema is ${schema_name}. Use the id of an agent.response breadcrumb.`,
  );
}

/** The content of a grounding, if there is one. */
export const asGrounding = (crumb: Envelope | undefined): AnswerGroundingV1 | undefined =>
  asCrumb(AnswerGrounding.name, crumb)?.context;

/** The breadcrumbs that a description of a grounding reads: the reply and what it rests on. */
export function groundingRefs(grounding: AnswerGroundingV1): Ref[] {
  const all = [responseRef(grounding), ...grounding.sources].map(({ id, version }): Ref => ({ id, version }));
  return [...new Map(all.map((ref) => [refKey(ref), ref])).values()];
}

function describeSource(
  { id, version, chunk }: AnswerGroundingV1['sources'][number],
  crumb: Envelope | undefined,
): GroundedReply['sources'][number] {
  const ref = { id, version, ...(chunk === undefined ? {} : { chunk }) };
  if (!crumb) return ref;
  const { schema_name, author, occurred_at } = crumb;
  return { ...ref, schema_name, author, occurred_at, text: excerpt(crumb) };
}

/** The sources of a grounding, those of most sentences first, with the texts of those that are `readable`. */
export function citedSources({ sources, sentences }: AnswerGroundingV1, readable: readonly Envelope[]): CitedSource[] {
  const byRef = new Map(readable.map((one) => [refKey(one), one]));
  const all = sentences.flatMap(({ rests_on }) => rests_on);
  const cited = sources.map((source, at): CitedSource => {
    const shares = all.filter((one) => one.source === at).map(({ share }) => share);
    const { schema_name: _, occurred_at: __, ...described } = describeSource(source, byRef.get(refKey(source)));
    return { ...described, sentences: shares.length, share: Math.max(0, ...shares) };
  });
  return cited.sort((a, b) => b.sentences - a.sentences || b.share - a.share);
}

/** A grounding with the texts that it refers to. `readable` are the breadcrumbs of {@link groundingRefs} that the caller may read. */
export function describeGrounding(
  response: string,
  grounding: AnswerGroundingV1 | undefined,
  readable: readonly Envelope[],
): GroundedReply {
  if (!grounding) return { response, found: false, sentences: [], sources: [] };
  const byRef = new Map(readable.map((one) => [refKey(one), one]));
  const reply = asPayload(AgentResponse.name, byRef.get(refKey(responseRef(grounding)))?.context)?.content;
  const { sentences, sources, beyond } = grounding;
  return {
    response,
    found: true,
    sentences: sentences.map(({ start, end, rests_on }) => ({
      start,
      end,
      ...(reply === undefined ? {} : { text: reply.slice(start, end) }),
      rests_on: rests_on.map(({ source, share }) => ({ source, share })),
    })),
    sources: sources.map((source) => describeSource(source, byRef.get(refKey(source)))),
    ...(beyond === undefined ? {} : { beyond }),
  };
}
