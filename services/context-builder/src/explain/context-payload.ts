import { chatMessages } from '@crumbtrail/prompting';
import {
  packAccount,
  sha256,
  type AgentContextV1,
  type AgentTurnV1,
  type PreviewReply,
  type Ref,
} from '@crumbtrail/contracts';
import type { Built } from './account';
import { digestOf } from '../gather/item';

/** Crumbs beside the candidates whose words stand in the text: the message, a persona in the frame, the names of members. */
function aroundOf({ occasion, plan }: Built): Ref[] {
  const { trigger, definition, session } = occasion;
  const framed = plan.format === 'lmml' && definition.persona !== undefined;
  const named = session?.members.some(({ name }) => name !== undefined) ?? false;
  return [
    ...(trigger.ref ? [trigger.ref] : []),
    ...(framed ? [definition] : []),
    ...(session && named ? [session] : []),
  ];
}

/** Crumbs whose words stand in the text: when one of them is erased, the text goes too. */
export function quotesOf(built: Built): Ref[] {
  const kept = built.items.filter(({ decision }) => decision === 'kept');
  const all = [...kept, ...aroundOf(built)].map(({ id, version }) => ({ id, version }));
  return [...new Map(all.map((ref) => [`${ref.id}@${ref.version}`, ref])).values()];
}

/** How the current message stands in the text, and what it read like. */
function messageOf({ messageCut, nameless, occasion }: Built): Partial<AgentContextV1['trigger']> {
  return {
    digest: digestOf(sha256(occasion.trigger.text)),
    ...(messageCut === undefined ? {} : { cut: messageCut }),
    ...(nameless ? { nameless } : {}),
  };
}

/** The tools that the turn may use, where its definition grants any. */
function toolsOf({ offer, occasion }: Built): Pick<AgentContextV1, 'tools' | 'tools_beyond'> {
  if (!occasion.definition.grantee?.tools?.length) return {};
  return { tools: offer.tools, ...(offer.beyond > 0 ? { tools_beyond: offer.beyond } : {}) };
}

/** A build as the payload of its crumb. The text itself is a blob beside it. */
export function toContext(
  built: Built,
  turn: { readonly id: string; readonly context: AgentTurnV1 },
  buildMs: number,
): AgentContextV1 {
  const { occasion, plan, hash, query } = built;
  const { config, session, eyes } = occasion;
  return {
    turn: { id: turn.id },
    agent: turn.context.agent,
    trigger: { ...turn.context.trigger, ...messageOf(built) },
    definition: { id: occasion.definition.id, version: occasion.definition.version },
    config: { hash, ...(config ?? {}) },
    ...(eyes.session === undefined
      ? {}
      : { session: { name: eyes.session, ...(session ? { id: session.id, version: session.version } : {}) } }),
    format: plan.format,
    formatted_hash: `sha256:${sha256(built.text)}`,
    tokens: built.tokens,
    budget: built.budget,
    tokenizer: built.tokenizer,
    margin: built.counting.margin,
    counting: built.counting,
    ...toolsOf(built),
    embedder: built.embedder,
    renderer: built.renderer,
    as_of: occasion.as_of,
    index_position: built.index_position,
    now: occasion.now,
    plan: { ...plan, sources: plan.sources.map((source) => ({ ...source })) },
    speakers: built.speakers.map(({ kind, id }) => [kind, id]),
    // No terms: words of the message stay where an erasure finds them.
    ...(query ? { query: { leans_on: query.leans_on.map((ref) => ({ ...ref })) } } : {}),
    queries: built.queries + 1,
    build_ms: buildMs,
    account: packAccount(built.items, built.beyond),
  };
}

/** A build as the answer to a preview. */
export function toPreview(built: Built): PreviewReply {
  return {
    formatted_context: built.text,
    tokens: built.tokens,
    budget: built.budget,
    tokenizer: built.tokenizer,
    position: built.occasion.as_of,
    config_hash: built.hash,
    items: built.items,
    beyond: built.beyond,
    ...(built.plan.format === 'messages' ? { messages: chatMessages(built.text) } : {}),
    ...(built.query ? { query: built.query } : {}),
    queries: built.queries,
  };
}
