import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { refuse } from '@crumbtrail/contracts';
import { IsNull, Repository } from 'typeorm';
import { WorkspaceEntity } from '../entities/workspace.entity';
import { LogHead } from '../database/log-head';

/** The workspace that exists from the first start; its operators create others. */
export const HOME = 'default';

const LIST_LEAVING = `select name, moved_to from workspace w where moved_to is not null and not is_arriving
  and exists (select 1 from api_key k where k.workspace = w.name)`;

/** The tenants. */
@Injectable()
export class Workspaces {
  /** A workspace that was found once is here until it is moved. */
  private readonly known = new Set<string>();

  constructor(
    @InjectRepository(WorkspaceEntity) private readonly rows: Repository<WorkspaceEntity>,
    private readonly log: LogHead,
  ) {}

  /** Throws `not_found` for a workspace that does not exist, or that another cell has. */
  async require(name: string): Promise<void> {
    const elsewhere = await this.findElsewhere(name);
    if (elsewhere !== null) throw refuse('not_found', elsewhere);
  }

  /** The same for the holder of one of its keys: `unauthenticated`, because another cell may know the key. */
  async requireForKey(name: string): Promise<void> {
    const elsewhere = await this.findElsewhere(name);
    if (elsewhere !== null) throw refuse('unauthenticated', elsewhere);
  }

  /** Why a workspace is not here; null: it is, and this process knows its log to the end. */
  private async findElsewhere(name: string): Promise<string | null> {
    if (this.known.has(name)) return null;
    const found = await this.rows.findOneBy({ name });
    if (!found || found.isArriving) return `There is no workspace ${name}.`;
    if (found.movedTo !== null) return `The workspace ${name} is in the cell ${found.movedTo}.`;
    if (found.arrivedThrough !== null) await this.log.catchUp();
    this.known.add(name);
    return null;
  }

  /** It is moved: whether it is here is to be read again. */
  forget(name: string): void {
    this.known.delete(name);
  }

  /** The workspaces that have left and whose rows are still here. Where another cell has one of them for certain, it has no keys here. */
  async listLeaving(): Promise<{ name: string; movedTo: string }[]> {
    const rows = await this.rows.query<{ name: string; moved_to: string }[]>(LIST_LEAVING);
    return rows.map(({ name, moved_to }) => ({ name, movedTo: moved_to }));
  }

  /** When a workspace was created. */
  async createdAt(name: string): Promise<Date> {
    return (await this.rows.findOneByOrFail({ name })).createdAt;
  }

  /** Creates a workspace; false where it exists already. */
  async ensure(name: string): Promise<boolean> {
    if (await this.rows.existsBy({ name })) return false;
    await this.rows.insert({ name });
    return true;
  }

  /** All workspaces, the oldest first. */
  async list(): Promise<{ name: string; created_at: string }[]> {
    const rows = await this.rows.find({
      where: { movedTo: IsNull(), isArriving: false },
      order: { createdAt: 'ASC', name: 'ASC' },
    });
    return rows.map(({ name, createdAt }) => ({ name, created_at: createdAt.toISOString() }));
  }
}
