import { refuse } from '@crumbtrail/contracts';
import type { DataSource, Repository } from 'typeorm';
import { WorkspaceEntity } from '../entities/workspace.entity';

/** The workspace that is there from the first start; its operators make others. */
export const HOME = 'default';

/** The tenants. */
export class Workspaces {
  private readonly rows: Repository<WorkspaceEntity>;
  private readonly known = new Set<string>();

  constructor(source: DataSource) {
    this.rows = source.getRepository(WorkspaceEntity);
  }

  /** Refuses a workspace that is not there. */
  async require(name: string): Promise<void> {
    if (this.known.has(name)) return;
    if (!(await this.rows.existsBy({ name }))) throw refuse('not_found', `There is no workspace ${name}.`);
    this.known.add(name);
  }

  /** Says whether it is new. */
  async ensure(name: string): Promise<boolean> {
    if (await this.rows.existsBy({ name })) return false;
    await this.rows.insert({ name });
    return true;
  }

  async list(): Promise<{ name: string; created_at: string }[]> {
    const rows = await this.rows.find({ order: { createdAt: 'ASC', name: 'ASC' } });
    return rows.map(({ name, createdAt }) => ({ name, created_at: createdAt.toISOString() }));
  }
}
