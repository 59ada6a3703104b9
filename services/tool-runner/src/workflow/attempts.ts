import type { Step } from './plan';

/** A readable error, as tools answer it. */
export interface StepError {
  readonly code: string;
  readonly message: string;
}

/** What is known of one try of a step that was requested, and what came of it. */
export interface Try {
  /** Its tool must not run twice, and was begun. */
  readonly started?: true;
  readonly response?: {
    readonly status: 'ok' | 'error';
    readonly output?: unknown;
    readonly error?: StepError;
  };
}

/** The log of a workflow: what became of the nth try (from 1) of a step; undefined: it was never requested. */
export type Tries = (step: Step, attempt: number) => Try | undefined;

/** Where a step stands. */
export type Standing =
  | { readonly is: 'waiting' }
  | { readonly is: 'ready'; readonly attempt: number; readonly input: Record<string, unknown> }
  | { readonly is: 'running' }
  | { readonly is: 'ok'; readonly output: unknown }
  | { readonly is: 'error'; readonly error: StepError }
  | { readonly is: 'skipped'; readonly why: string };

/** By step id. */
export type Standings = ReadonlyMap<string, Standing>;
