import { type CrumbError, type Operation, type Participant, refuse } from '@crumbtrail/contracts';

/**
 * How far a move of a workspace to another cell is. `copying`: it is in use, and what nobody uses is not removed meanwhile. `draining`: people's writes wait
 * until the work of agents has ended. `closed`: nothing is answered.
 */
export type MoveStage = 'copying' | 'draining' | 'closed';

/** Those whose writes begin new work. Agents and tools end what they have begun. */
const PEOPLE: ReadonlySet<Participant['kind']> = new Set(['user', 'operator']);

const beingMoved = (workspace: string): CrumbError =>
  refuse('moving', `The workspace ${workspace} is being moved to another cell; try again in a second.`);

/** Keeps requests and writes out of workspaces that are being moved. */
export class WorkspaceGate {
  private readonly stages = new Map<string, MoveStage>();
  private readonly inProgress = new Map<string, number>();

  stage(workspace: string): MoveStage | null {
    return this.stages.get(workspace) ?? null;
  }

  /** The workspaces that are closed. */
  get closed(): readonly string[] {
    return [...this.stages].filter(([, stage]) => stage === 'closed').map(([workspace]) => workspace);
  }

  /** Null opens it. */
  set(workspace: string, stage: MoveStage | null): void {
    if (stage === null) this.stages.delete(workspace);
    else this.stages.set(workspace, stage);
  }

  /** Throws `moving` while a workspace is closed. */
  requireOpen(workspace: string): void {
    if (this.stages.get(workspace) === 'closed') throw beingMoved(workspace);
  }

  /** Throws `moving` while a holder of a key may not send an operation. */
  requireAccess({ role }: Pick<Operation, 'role'>, workspace: string, { kind }: Participant): void {
    this.requireOpen(workspace);
    if (this.stages.get(workspace) === 'draining' && role !== 'reader' && PEOPLE.has(kind)) throw beingMoved(workspace);
  }

  /** The refusal of a command for one of these workspaces; null: none is closed. */
  whyClosed(workspaces: readonly string[]): CrumbError | null {
    const closed = this.stages.size === 0 ? undefined : workspaces.find((one) => this.stages.get(one) === 'closed');
    return closed === undefined ? null : beingMoved(closed);
  }

  /** Counts a request that was let in; call the result when it is answered. */
  enter(workspace: string): () => void {
    this.inProgress.set(workspace, this.countRequests(workspace) + 1);
    return () => {
      const rest = this.countRequests(workspace) - 1;
      if (rest === 0) this.inProgress.delete(workspace);
      else this.inProgress.set(workspace, rest);
    };
  }

  /** How many requests of a workspace are not answered yet. */
  countRequests(workspace: string): number {
    return this.inProgress.get(workspace) ?? 0;
  }
}
