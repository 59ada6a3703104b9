import { chatMessages } from '@crumbtrail/prompting';
import {
  packAccount,
  sha256,
  ToolCatalog,
  type AgentContextV1,
  type AgentTurnV1,
  type PreviewReply,
  type Ref,
} from '@crumbtrail/contracts';
import type { BuiltContext } from './account';
import { shortDigest } from '../gather/item';

/** The scenes that applied, and the entries of lore that were placed. */
const sceneCrumbs = ({ scene }: BuiltContext): Ref[] => [...(scene?.records ?? []), ...(scene?.lore?.placed ?? [])];

/** Crumbs besides the items that the text quotes: the message, a persona in the frame, members' names. */
function frameCrumbs(built: BuiltContext): Ref[] {
  const { input, plan } = built;
  const { trigger, definition, session } = input;
  const framed = plan.format === 'lmml' && definition.persona !== undefined;
  const named = session?.members.some(({ name }) => name !== undefined) ?? false;
  return [
    ...(trigger.ref ? [trigger.ref] : []),
    ...(framed ? [definition] : []),
    ...(session && named ? [session] : []),
    ...sceneCrumbs(built),
    ...(built.recalled ?? []),
  ];
}

/** All crumbs that the text quotes: erasing one of them erases the text. */
export function quotedCrumbs(built: BuiltContext): Ref[] {
  const kept = built.items.filter(({ decision }) => decision === 'kept');
  const all = [...kept, ...frameCrumbs(built)].map(({ id, version }) => ({ id, version }));
  return [...new Map(all.map((ref) => [`${ref.id}@${ref.version}`, ref])).values()];
}

/** How the current message is shown in the text, and a digest of its whole text. */
function messageRecord({ messageCut, nameless, input }: BuiltContext): Partial<AgentContextV1['trigger']> {
  return {
    digest: shortDigest(sha256(input.trigger.text)),
    ...(messageCut === undefined ? {} : { cut: messageCut }),
    ...(nameless ? { nameless } : {}),
  };
}

/** The tools described to the model, where the definition grants any. */
function toolsRecord({ selectedTools, input }: BuiltContext): Pick<AgentContextV1, 'tools' | 'tools_beyond'> {
  if (!input.definition.toolGrants?.tools?.length) return {};
  return { tools: selectedTools.tools, ...(selectedTools.beyond > 0 ? { tools_beyond: selectedTools.beyond } : {}) };
}

/** How many texts are hidden from readers of the answer, where there are any. */
const hiddenRecord = ({ hidden }: BuiltContext): Pick<AgentContextV1, 'hidden_from_readers'> =>
  hidden > 0 ? { hidden_from_readers: hidden } : {};

/** The sources that did not answer in time, where there are any. */
const lateRecord = ({ late }: BuiltContext): Pick<AgentContextV1, 'late'> =>
  late ? { late: late.map((one) => ({ ...one })) } : {};

/** The earlier question that was searched for again and found something in time. */
const earlierRecord = ({ earlier }: BuiltContext): Pick<AgentContextV1, 'recalled_for'> =>
  earlier && !earlier.late ? { recalled_for: { id: earlier.question.id, version: earlier.question.version } } : {};

/** The past sessions of what was recalled, where anything was. */
const recalledRecord = ({ recalled = [] }: BuiltContext): Pick<AgentContextV1, 'recalled'> =>
  recalled.length === 0 ? {} : { recalled: recalled.map(({ id, version }) => ({ id, version })) };

/** Who may read the answer, where that is fewer than the message says. */
const readersRecord = ({ readers }: BuiltContext): Pick<AgentContextV1, 'readers'> =>
  readers === undefined ? {} : { readers: [...readers] };

/** The pictures of the message, where the model sees and there are any. */
const picturesRecord = ({ pictures }: BuiltContext): Pick<AgentContextV1, 'pictures'> =>
  pictures.length > 0 ? { pictures: pictures.map((picture) => ({ ...picture })) } : {};

/** That a tool catalog showed only what the agent may call, where the context has one. */
const catalogRecord = ({ plan }: BuiltContext): Pick<AgentContextV1, 'catalog'> =>
  plan.sources.some(({ type, schemas }) => type === 'catalog' || schemas.includes(ToolCatalog.name))
    ? { catalog: 'granted' }
    : {};

/** The model that the status names, where the definition names none. */
const modelRecord = ({ plan, input }: BuiltContext): Pick<AgentContextV1, 'default_model'> =>
  plan.frame?.status === true && input.defaultModel !== undefined && input.definition.model?.name === undefined
    ? { default_model: input.defaultModel }
    : {};

/** Other agents under the names in their definitions, where there are any. */
const agentsRecord = ({ input: { agents = [] } }: BuiltContext): Pick<AgentContextV1, 'agents'> =>
  agents.length === 0 ? {} : { agents: agents.map((one) => ({ ...one })) };

/** What most contexts do not have. */
const optionalRecords = (built: BuiltContext): Partial<AgentContextV1> => ({
  ...(built.scene === undefined ? {} : { scene: built.scene }),
  ...(built.kept_order === undefined ? {} : { kept_order: built.kept_order }),
  ...hiddenRecord(built),
  ...(built.input.definition.macros ? { macros: true } : {}),
  ...lateRecord(built),
  ...earlierRecord(built),
  ...catalogRecord(built),
  ...modelRecord(built),
  ...agentsRecord(built),
  ...recalledRecord(built),
  ...readersRecord(built),
  ...picturesRecord(built),
});

/** The payload of the `agent.context.v1` crumb of a build. The text itself is a blob beside it. */
export function toContextPayload(
  built: BuiltContext,
  turn: { readonly id: string; readonly context: Pick<AgentTurnV1, 'agent' | 'trigger'> },
  buildMs: number,
): AgentContextV1 {
  const { input, plan, hash, query } = built;
  const { config, session, access } = input;
  return {
    turn: { id: turn.id },
    agent: turn.context.agent,
    trigger: { ...turn.context.trigger, ...messageRecord(built) },
    definition: { id: input.definition.id, version: input.definition.version },
    config: { hash, ...(config ?? {}) },
    ...(access.session === undefined
      ? {}
      : { session: { name: access.session, ...(session ? { id: session.id, version: session.version } : {}) } }),
    format: plan.format,
    formatted_hash: `sha256:${sha256(built.text)}`,
    tokens: built.tokens,
    budget: built.budget,
    tokenizer: built.tokenizer,
    margin: built.counting.margin,
    counting: built.counting,
    ...toolsRecord(built),
    embedder: built.embedder,
    renderer: built.renderer,
    as_of: input.as_of,
    index_position: built.index_position,
    now: input.now,
    plan: { ...plan, sources: plan.sources.map((source) => ({ ...source })) },
    speakers: built.speakers.map(({ kind, id }) => [kind, id]),
    // Without the query terms: they are words of the message, which an erasure must be able to remove.
    ...(query ? { query: { leans_on: query.leans_on.map((ref) => ({ ...ref })) } } : {}),
    queries: built.queries + 1,
    build_ms: buildMs,
    account: packAccount(built.items, built.beyond),
    ...optionalRecords(built),
  };
}

/** The reply to a preview request. */
export function toPreviewReply(built: BuiltContext): PreviewReply {
  return {
    formatted_context: built.text,
    tokens: built.tokens,
    budget: built.budget,
    tokenizer: built.tokenizer,
    position: built.input.as_of,
    index_position: built.index_position,
    config_hash: built.hash,
    items: built.items,
    beyond: built.beyond,
    ...hiddenRecord(built),
    ...lateRecord(built),
    ...readersRecord(built),
    ...(built.plan.format === 'messages' ? { messages: chatMessages(built.text) } : {}),
    ...(built.query ? { query: built.query } : {}),
    queries: built.queries,
  };
}
