import type { CrumbStore } from '@crumbtrail/bus';
import type { ToolDefV1 } from '@crumbtrail/contracts';
import type { Tool } from './tool';

/** How a process runs tools. */
export interface ToolsOptions {
  /** The name of this service, as `runner` in tool definitions and requests. */
  readonly runner: string;
  /** How long a claim on a request lasts without renewal, in milliseconds. */
  readonly claimTtlMs: number;
  /**
   * Whether tools may return LATER: this process then runs them again when a requested part is answered.
   * @default false
   */
  readonly canPostpone?: boolean;
  /** The tool of a definition that carries its code; undefined for one without code. Default: this process runs no such tools. */
  readonly codeTool?: (definition: ToolDefV1, store: CrumbStore) => Tool | undefined;
}

/** Injection token of the ToolsOptions. */
export const TOOLS_OPTIONS = Symbol('tool-runtime.options');
