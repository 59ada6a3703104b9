import { definitionToSave, type RerunChanges } from '@crumbtrail/contracts/definition-changes';
import { findRestored, listFieldChanges, type FieldChange } from '@crumbtrail/contracts/definition-diff';
import type { AgentDefV1, Envelope, Participant } from '@crumbtrail/contracts';
import type { Receipt } from '@crumbtrail/contracts/http/breadcrumbs';
import type { AgentDrafts } from './agent-drafts';
import { call, type GatewayAddress } from './call';
import { isApiError } from './errors';

/** One version of the definition of an agent, and what it changed. */
export interface AgentVersion {
  readonly version: number;
  readonly at: string;
  /** Absent where it was not recorded. */
  readonly by?: Participant;
  readonly definition: AgentDefV1;
  /** Compared with the version before. */
  readonly changes: readonly FieldChange[];
  /** The earlier version whose content it brought back. */
  readonly restored_from?: number;
  /** Present where it was published from a draft, for those who may read drafts; `by`: who had written it. */
  readonly draft?: { readonly by?: Participant };
}

/** A definition was changed since the version that a change was based on, so the change was not saved. */
export class DefinitionConflict extends Error {
  override readonly name = 'DefinitionConflict';

  constructor(
    readonly agent: string,
    readonly versions: { readonly base: number; readonly latest: number },
    /** From the base to the latest version. */
    readonly changes: readonly FieldChange[],
  ) {
    super(
      `Not saved: ${agent} was changed from version ${versions.base} to ${versions.latest} in between. Run the turn again with the latest definition, then save.`,
    );
  }
}

/** The versions of agents' definitions. */
export class AgentVersions {
  constructor(
    private readonly gateway: GatewayAddress,
    private readonly drafts: AgentDrafts,
  ) {}

  /** All versions, latest first. Rejects with ApiError 404 where there is no such agent. */
  async list(definition: string): Promise<readonly AgentVersion[]> {
    const history = await this.history(definition);
    const drafters = await this.drafts.drafters(history.at(-1)?.context.agent ?? '');
    const restored = findRestored(history.map(({ context }) => context));
    return history
      .map((one, at): AgentVersion => {
        const { version, context } = one;
        const changes = listFieldChanges(history[at - 1]?.context ?? {}, context);
        const from = restored[at] === undefined ? undefined : history[restored[at] - 1]?.version;
        const drafter = drafters.get(version);
        return {
          ...originOf(one),
          definition: context,
          changes,
          ...(from !== undefined && { restored_from: from }),
          ...(drafters.has(version) && { draft: { ...(drafter && { by: drafter }) } }),
        };
      })
      .reverse();
  }

  /** What differs between two versions. */
  async diff(definition: string, from: number, to: number): Promise<readonly FieldChange[]> {
    const history = await this.history(definition);
    return listFieldChanges(contentOf(history, from), contentOf(history, to));
  }

  /** Makes the content of an earlier version the latest one, as a new version; fails if somebody changes it meanwhile. */
  async restore(definition: string, version: number): Promise<Receipt> {
    const history = await this.history(definition);
    const context = contentOf(history, version);
    return this.change(definition, history.at(-1)?.version ?? version, context);
  }

  /** Writes changes that were tried on this version into the definition; rejects with {@link DefinitionConflict} if it is not the latest. */
  async save(
    { id, version }: { readonly id: string; readonly version: number },
    changes: RerunChanges,
  ): Promise<Receipt> {
    const history = await this.history(id);
    const base = contentOf(history, version);
    try {
      return await this.change(id, version, definitionToSave(base, changes));
    } catch (error) {
      if (!isApiError(error, 412)) throw error;
      throw await this.conflict(id, version);
    }
  }

  private async conflict(id: string, base: number): Promise<DefinitionConflict> {
    const history = await this.history(id);
    const latest = history.at(-1)?.version ?? base;
    const [before, after] = [contentOf(history, base), contentOf(history, latest)];
    return new DefinitionConflict(before.agent, { base, latest }, listFieldChanges(before, after));
  }

  private change(id: string, version: number, context: AgentDefV1): Promise<Receipt> {
    const body = { context: { ...context } };
    return call(this.gateway, 'PATCH /v1/breadcrumbs/:id', { params: { id }, ifMatch: version, body });
  }

  private async history(id: string): Promise<readonly Envelope<AgentDefV1>[]> {
    const { versions } = await call(this.gateway, 'GET /v1/breadcrumbs/:id/history', { params: { id } });
    return versions as unknown as readonly Envelope<AgentDefV1>[];
  }
}

function originOf({ version, updated_at, updated_by, author }: Envelope<AgentDefV1>) {
  const by = updated_by ?? (version === 1 ? author : undefined);
  return { version, at: updated_at, ...(by && { by }) };
}

function contentOf(history: readonly Envelope<AgentDefV1>[], version: number): AgentDefV1 {
  const found = history.find((one) => one.version === version);
  if (found) return found.context;
  const latest = history.at(-1)?.version ?? 0;
  throw new RangeError(`There is no version ${version}: the versions are 1 to ${latest}.`);
}
