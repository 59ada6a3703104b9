import { Injectable } from '@nestjs/common';
import {
  AgentContext,
  asCrumb,
  Commit,
  EvalCase,
  groundingId,
  refuse,
  Trail,
  unpackAccount,
  type AccountItem,
  type AgentContextV1,
  type CommitResult,
  type Envelope,
  type EvalCaseV1,
} from '@crumbtrail/contracts';
import type { PinBody, PinnedCase } from '@crumbtrail/contracts/http/evals';
import { asGrounding, groundedResponseId } from '../contexts/read-grounding';
import type { Caller } from '../http/caller';
import { ServiceRequests } from '../ports';
import { BreadcrumbReader } from '../records/breadcrumb-reader';

type ContextCrumb = Envelope<AgentContextV1>;
type PinnedChoice = Pick<EvalCaseV1, 'chosen_by' | 'must_have'>;

/** Of the latest contexts of a trail, so many are looked at. */
const MOST_CONTEXTS = 64;

const keptRows = ({ context }: ContextCrumb): AccountItem[] =>
  unpackAccount(context.account).filter(({ decision }) => decision === 'kept');

const toMustHave = ({ id, version, chunk }: AccountItem): EvalCaseV1['must_have'][number] => ({
  id,
  version,
  ...(chunk === undefined ? {} : { chunk }),
});

/** The kept rows of the named crumbs; refuses where one of them was not kept. */
function chooseNamed(context: ContextCrumb, named: readonly string[]): PinnedChoice {
  const kept = keptRows(context);
  const absent = named.find((id) => !kept.some((row) => row.id === id));
  if (absent !== undefined)
    throw refuse(
      'not_found',
      `Cannot pin ${absent}: context ${context.id} did not keep it. Name breadcrumbs that \`crumb context explain\` lists as kept.`,
    );
  return { chosen_by: 'caller', must_have: kept.filter(({ id }) => named.includes(id)).map(toMustHave) };
}

/** Pins what must be in the context of a question. All reads and the write are the caller's. */
@Injectable()
export class TrailPinner {
  constructor(
    private readonly requests: ServiceRequests,
    private readonly reader: BreadcrumbReader,
  ) {}

  /**
   * Writes a case from the latest context of a trail, or from the context of this id. Without names, from the latest context whose reply
   * was grounded on breadcrumbs that it kept. What was erased since cannot be pinned.
   */
  async pin(caller: Caller, id: string, { crumbs: named, set }: PinBody): Promise<PinnedCase> {
    const contexts = await this.contextsOf(caller, id);
    const { context, choice } = named
      ? {
          context: contexts[0] as ContextCrumb,
          choice: await this.chooseNamed(caller, contexts[0] as ContextCrumb, named),
        }
      : await this.chooseGrounded(caller, contexts);
    const content = {
      context_id: context.id,
      trail_id: context.trail_id,
      agent: context.context.agent,
      ...(set !== undefined && { set }),
      ...choice,
    };
    const draft = { schema_name: EvalCase.name, context: content };
    const { results } = await this.requests.request(Commit, caller, { writes: [{ op: 'create', draft }] });
    return { id: (results[0] as CommitResult).id, ...content };
  }

  /** The context of this id, or the contexts of its trail, latest first; refuses where there is none. */
  private async contextsOf(caller: Caller, id: string): Promise<ContextCrumb[]> {
    const { nodes } = await this.requests.request(Trail, caller, { id });
    const found = nodes.filter(({ schema_name }) => schema_name === AgentContext.name).reverse();
    const wanted = found.some((node) => node.id === id) ? [{ id }] : found.slice(0, MOST_CONTEXTS);
    const crumbs = await this.reader.readAvailable(
      caller,
      wanted.map((node) => ({ id: node.id })),
    );
    const contexts = crumbs.flatMap((crumb) => asCrumb(AgentContext.name, crumb) ?? []);
    if (contexts.length === 0)
      throw refuse(
        'not_found',
        `Cannot pin trail ${id}: it has no context that this key may read. Use the ID of a trail that an agent answered.`,
      );
    return contexts;
  }

  private async chooseNamed(caller: Caller, context: ContextCrumb, named: readonly string[]): Promise<PinnedChoice> {
    const choice = chooseNamed(context, named);
    const [erased] = await this.reader.findErased(caller, choice.must_have);
    if (erased)
      throw refuse(
        'erased',
        `Cannot pin ${erased.id}: it was erased at ${erased.erased_at}. Pin the trail without it.`,
      );
    return choice;
  }

  private async chooseGrounded(
    caller: Caller,
    contexts: readonly ContextCrumb[],
  ): Promise<{ readonly context: ContextCrumb; readonly choice: PinnedChoice }> {
    for (const context of contexts) {
      const must_have = await this.groundedRows(caller, context);
      if (must_have.length > 0) return { context, choice: { chosen_by: 'grounding', must_have } };
    }
    const [latest] = contexts;
    throw refuse(
      'not_found',
      `Cannot pin context ${latest?.id}: no reply of its trail was grounded on a breadcrumb of its context, as far as this key may know. Name the breadcrumbs: \`--crumb <id>\`.`,
    );
  }

  private async groundedRows(caller: Caller, context: ContextCrumb): Promise<EvalCaseV1['must_have']> {
    const id = groundingId(context.workspace, groundedResponseId(context));
    const [crumb] = await this.reader.readAvailable(caller, [{ id }]);
    const sources = asGrounding(crumb)?.sources ?? [];
    const isSource = (row: AccountItem): boolean =>
      sources.some((one) => one.id === row.id && one.version === row.version && (one.chunk ?? 0) === (row.chunk ?? 0));
    const rows = keptRows(context).filter(isSource);
    const erased = new Set((await this.reader.findErased(caller, rows)).map((one) => one.id));
    return rows.filter((row) => !erased.has(row.id)).map(toMustHave);
  }
}
