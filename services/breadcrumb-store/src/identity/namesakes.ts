import { Inject, Injectable } from '@nestjs/common';
import { refuse, singletonId, type Participant } from '@crumbtrail/contracts';
import { DATABASE, type WorkspaceDatabase } from '../database/database';

/** The kinds of the participants with an id: those who hold a valid key, have written, or are an agent that is defined. */
const SELECT_KINDS = `
  select distinct participant_kind as kind from api_key
  where workspace = $1 and participant_id = $2 and revoked_at is null and coalesce(expires_at > now(), true)
  union select distinct author_kind from crumb where workspace = $1 and author_id = $2
  union select 'agent' from crumb where workspace = $1 and id = $3 and erased_at is null`;

/** Participants of different kinds that have the same id. */
@Injectable()
export class Namesakes {
  constructor(@Inject(DATABASE) private readonly database: WorkspaceDatabase) {}

  /**
   * Refuses a participant whose id another kind of participant has: people mistake the one for the other, and from then on audiences must
   * say the kind.
   */
  async requireNone(workspace: string, { kind, id }: Participant): Promise<void> {
    const rows = await this.database
      .within(workspace)
      .query<{ kind: Participant['kind'] }>(SELECT_KINDS, [workspace, id, singletonId(workspace, 'agent', id)]);
    const other = rows.find((row) => row.kind !== kind)?.kind;
    if (other === undefined) return;
    const message =
      `There is ${other}:${id} in this workspace: people would mistake ${kind}:${id} for it, and audiences would have to say the kind. ` +
      'Choose another id, or send force: true (crumb keys create --force).';
    throw refuse('id_conflict', message);
  }
}
