import { escapeIdentifier, escapeLiteral, type PoolClient } from 'pg';

/** The setting that names the workspaces whose rows a connection sees, separated by commas. Policies and views of the tables read it. */
export const WORKSPACES_SETTING = 'crumbtrail.workspaces';

const SEPARATOR = ',';

/** The value of {@link WORKSPACES_SETTING} for some workspaces. Throws a TypeError for a name with a comma, which no workspace has. */
export function joinWorkspaces(workspaces: string | readonly string[]): string {
  const names = typeof workspaces === 'string' ? [workspaces] : workspaces;
  const wrong = names.find((name) => name.includes(SEPARATOR));
  if (wrong !== undefined) throw new TypeError(`"${wrong}" is not the name of a workspace.`);
  return names.join(SEPARATOR);
}

/** Where it is not known what a connection is limited to: no value of the setting is like it. */
const UNKNOWN = `${SEPARATOR}unknown`;

/** Limits connections to workspaces, and sends nothing to a connection that has the right limits already. */
export class WorkspaceLimits {
  /** What each connection is limited to. Absent: it sees everything that its user may see. */
  private readonly current = new WeakMap<PoolClient, string>();

  /** `role`: the role that a limited connection takes on; null where its user has no rights beyond the limits. */
  constructor(private readonly role: string | null) {}

  /** The statement that limits the connection; null where it has these limits already. Call {@link forget} if it fails or is rolled back. */
  planLimit(client: PoolClient, workspaces: string): string | null {
    if (this.current.get(client) === workspaces) return null;
    this.current.set(client, workspaces);
    const limit = `set ${WORKSPACES_SETTING} = ${escapeLiteral(workspaces)}`;
    return this.role === null ? limit : `set role ${escapeIdentifier(this.role)}; ${limit}`;
  }

  /** The statement that lifts the limits of a connection which work for all workspaces uses too; null where it has none. */
  planLift(client: PoolClient): string | null {
    return this.role !== null && this.current.delete(client) ? 'reset role' : null;
  }

  /** The limits of the connection are not known any more. */
  forget(client: PoolClient): void {
    if (this.current.has(client)) this.current.set(client, UNKNOWN);
  }
}
