/** Takes notes of breadcrumbs that were used: shown in a context, found by a search or read. */
export abstract class Uses {
  /** Notes that these breadcrumbs were used just now. Costs nothing where no life of the workspace depends on uses. */
  abstract note(workspace: string, ids: readonly string[]): void;
}

/** Breadcrumbs of a workspace that were used. */
export interface NotedUses {
  readonly workspace: string;
  readonly ids: readonly string[];
}
