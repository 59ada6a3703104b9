import type { z } from 'zod';
import {
  BREADCRUMB_STORE,
  CONTEXT_BUILDER,
  GATEWAY,
  isServiceName,
  MEMORY_KEEPER,
  type ServiceName,
} from '../service-names';

/** Roles of API keys, lowest first. */
export const ROLES = ['reader', 'writer', 'operator'] as const;
export type Role = (typeof ROLES)[number];

/** In a list of callers, this stands for every agent that runs as its own service, with any NATS user name. */
export const AGENT_SERVICE = 'an agent service';

/** A service of the stack, or any agent that runs as its own service. */
export type OperationCaller = ServiceName | typeof AGENT_SERVICE;

/** Carries the type of a reply. Replies are not validated at run time, because only services of the stack send them. */
export interface ReplyType<Reply> {
  readonly reply?: Reply;
}

/** Declares the type of a reply: `reply: replyOf<TrailReply>()`. */
export function replyOf<Reply>(): ReplyType<Reply> {
  return {};
}

/** How a reader of the store answers an operation, from a replica of the database. */
export interface ReplicaRead<Request = unknown> {
  /** The position that the reply is as of. Absent or undefined: the reply contains everything that was committed when the request arrived. */
  asOf?(request: Request): number | undefined;
  /** The session whose texts are read. Requests of one session go to the same reader, which keeps the texts in memory. */
  session?(request: Request): string | undefined;
  /**
   * True: the reply shows turns. They are also requested and opened without a new position, so the replica must have everything that was committed when the request
   * arrived.
   * @default false
   */
  readonly turns?: boolean;
}

/** A request between services, declared once: types, validation, permissions and NATS grants are derived from it. */
export interface Operation<Request = unknown, Reply = unknown> {
  /** `<subject prefix>.<verb>`, as in `store.read`; requests go to `<name>.<workspace>.<principal>`. */
  readonly name: string;
  /** The service that answers it. */
  readonly service: ServiceName;
  /** Who may send it in its own name. */
  readonly callers: readonly OperationCaller[];
  /** Services that may send it only for a client, with that client's API key. */
  readonly forwarders: readonly ServiceName[];
  /** The lowest role that a client's API key needs; null: no key may send it. */
  readonly role: Role | null;
  /** True: a key of any workspace is accepted, regardless of the workspace in the request. */
  readonly anyWorkspace: boolean;
  /** True: the handler itself rejects JSON that cannot be stored, or does not store it. */
  readonly allowsUnsafeJson: boolean;
  /** How readers of the store answer it; null: only its service answers it. */
  readonly replica: ReplicaRead | null;
  readonly request: z.ZodType;
  /** Exists only as a type. */
  readonly types?: { readonly request: Request; readonly reply: Reply };
}

/** The request of an operation, as in `RequestOf<typeof Read>`. */
export type RequestOf<O> = O extends Operation<infer Request, unknown> ? Request : never;
/** The reply of an operation, as in `ReplyOf<typeof Read>`. */
export type ReplyOf<O> =
  O extends Operation<never, infer Reply> ? Reply : O extends Operation<infer _Request, infer Reply> ? Reply : never;

/** What {@link defineOperation} takes; see {@link Operation} for what each field means. */
export interface OperationDeclaration<Request extends z.ZodType, Reply> {
  readonly name: string;
  readonly service: ServiceName;
  readonly callers: readonly OperationCaller[];
  /** @default the gateway when a key may be used, else none */
  readonly forwarders?: readonly ServiceName[];
  readonly role: Role | null;
  /** @default false */
  readonly anyWorkspace?: boolean;
  /** @default false */
  readonly allowsUnsafeJson?: boolean;
  /** @default null */
  readonly replica?: ReplicaRead<z.infer<Request>>;
  readonly request: Request;
  readonly reply: ReplyType<Reply>;
}

/** Declares an operation. Its handler is a method with `@Respond(TheOperation)`; its callers use `bus.request(TheOperation, …)`. */
export function defineOperation<Request extends z.ZodType, Reply>(
  declaration: OperationDeclaration<Request, Reply>,
): Operation<Readonly<z.infer<Request>>, Reply> {
  const { name, service, callers, role, request } = declaration;
  const { forwarders = role === null ? [] : [GATEWAY], anyWorkspace = false, allowsUnsafeJson = false } = declaration;
  // A request that breaks the contract is refused by the check of the handler, whatever these functions return for it.
  const replica = (declaration.replica ?? null) as ReplicaRead | null;
  return { name, service, callers, forwarders, role, anyWorkspace, allowsUnsafeJson, replica, request };
}

/** Services that may forward a client's API key. A reader of the store asks the writer whose key it is. */
const KEY_CARRIERS: readonly string[] = [GATEWAY, CONTEXT_BUILDER, MEMORY_KEEPER, BREADCRUMB_STORE];

/** Whether this principal may send requests with clients' API keys. */
export function mayCarryKeys(principal: string): boolean {
  return KEY_CARRIERS.includes(principal);
}

/** Whether this principal may send the operation in its own name. */
export function mayCall(operation: Pick<Operation, 'callers'>, principal: string): boolean {
  return operation.callers.includes(isServiceName(principal) ? principal : AGENT_SERVICE);
}

/** Whether the operation may be sent with an API key of this role. */
export function mayCallWithKey(operation: Pick<Operation, 'role'>, role: Role): boolean {
  return operation.role !== null && ROLES.indexOf(role) >= ROLES.indexOf(operation.role);
}

/** Whether this principal may send the operation at all, in its own name or for a client. NATS lets it publish the subject only then. */
export function maySend(operation: Pick<Operation, 'callers' | 'forwarders'>, principal: string): boolean {
  return mayCall(operation, principal) || operation.forwarders.some((service) => service === principal);
}
