import type { SavedMcpServer } from '@crumbtrail/contracts/operations/mcp-servers';
import type { RunFacts } from './runners/runner-marks';

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

/** The MCP servers that operators have saved. */
export abstract class SavedConnections {
  /** Those of all workspaces, removed ones too. */
  abstract list(): Promise<readonly SavedMcpServer[]>;
  /** Calls the listener when one is saved, changed or removed, in any workspace; returns a function that stops it. A signal can be lost. */
  abstract onChange(listener: () => void): () => void;
}

/** Knows which services run tools, and says of tools that none runs that they are unavailable. */
export abstract class Runners {
  /** Looks which services have been connected; true: one more than before. */
  abstract look(): Promise<boolean>;
  /** Whether somebody runs the tool, as far as is known. */
  abstract isRun(workspace: string, facts: RunFacts): boolean;
  /** Brings the definitions of a workspace up to date, at `position` or later; true: nobody runs some of them. */
  abstract mark(workspace: string, position?: number): Promise<boolean>;
}
