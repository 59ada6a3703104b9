import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { refuse } from '@crumbtrail/contracts';
import { Repository } from 'typeorm';
import { WorkspaceEntity } from '../entities/workspace.entity';

/** The workspace that exists from the first start; its operators create others. */
export const HOME = 'default';

/** The tenants. */
@Injectable()
export class Workspaces {
  /** Workspaces are never deleted, so a name that was found once need not be read again. */
  private readonly known = new Set<string>();

  constructor(@InjectRepository(WorkspaceEntity) private readonly rows: Repository<WorkspaceEntity>) {}

  /** Throws `not_found` for a workspace that does not exist. */
  async require(name: string): Promise<void> {
    if (this.known.has(name)) return;
    if (!(await this.rows.existsBy({ name }))) throw refuse('not_found', `There is no workspace ${name}.`);
    this.known.add(name);
  }

  /** Creates a workspace; false where it exists already. */
  async ensure(name: string): Promise<boolean> {
    if (await this.rows.existsBy({ name })) return false;
    await this.rows.insert({ name });
    return true;
  }

  /** All workspaces, the oldest first. */
  async list(): Promise<{ name: string; created_at: string }[]> {
    const rows = await this.rows.find({ order: { createdAt: 'ASC', name: 'ASC' } });
    return rows.map(({ name, createdAt }) => ({ name, created_at: createdAt.toISOString() }));
  }
}
