/** Sees to it that our tools are defined in a workspace. */
export abstract class Definitions {
  abstract leave(workspace: string): Promise<void>;
}

/** Keeps the catalogue of a workspace as its definitions and configurations are, from `position` on at least. */
export abstract class Catalogs {
  abstract refresh(workspace: string, position?: number): Promise<void>;
}

/** The workspaces that there are. */
export abstract class Workspaces {
  abstract names(): Promise<readonly string[]>;
}
