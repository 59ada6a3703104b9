/** Publishes the definitions of our tools in a workspace. */
export abstract class Definitions {
  abstract leave(workspace: string): Promise<void>;
}

/** Keeps the catalog of a workspace up to date with its definitions and configurations, at `position` or later. */
export abstract class Catalogs {
  abstract refresh(workspace: string, position?: number): Promise<void>;
}

/** Lists the workspaces. */
export abstract class WorkspaceList {
  abstract names(): Promise<readonly string[]>;
}
