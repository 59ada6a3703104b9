import type { EventKind } from '@crumbtrail/contracts';
import type { RequestTo } from './call';

/** Which breadcrumbs a list holds. */
export type ListFilter = NonNullable<RequestTo<'GET /v1/breadcrumbs'>['query']>;

/** Which sessions a list holds. */
export type SessionFilter = NonNullable<RequestTo<'GET /v1/sessions'>['query']>;

/** Which trails a list holds. */
export type TrailFilter = NonNullable<RequestTo<'GET /v1/trails'>['query']>;

/** The period of `client.usage`, and by what it is summed up. */
export type UsageQuery = RequestTo<'GET /v1/usage'>['query'];

/** Which events of the log are followed. */
export interface EventFilter {
  readonly schemas?: readonly string[] | undefined;
  readonly session?: string | undefined;
  /** The id of a trail. */
  readonly trail?: string | undefined;
  readonly kinds?: readonly EventKind[] | undefined;
}

/** The state of the stack, from /readyz. */
export interface StackReadiness {
  readonly status: string;
  readonly checks: Readonly<Record<string, string>>;
}

/** How a tool is tried; `confirmed` is required for a tool that must not run twice. */
export type TryToolOptions = RequestTo<'POST /v1/tools/:name/try'>['body'];
