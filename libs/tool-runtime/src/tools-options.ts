/** How a process runs tools. */
export interface ToolsOptions {
  /** The service, as requests name it. */
  readonly runner: string;
  readonly claimTtlMs: number;
}

/** Under this token the module provides them. */
export const TOOLS_OPTIONS = Symbol('agent-kit.tools');
