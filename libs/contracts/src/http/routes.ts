import * as a2a from './a2a';
import * as agui from './agui';
import * as approvals from './approvals';
import * as breadcrumbs from './breadcrumbs';
import * as contextCosts from './context-costs';
import * as contexts from './contexts';
import * as deadLetters from './dead-letters';
import type { RouteDeclaration } from './define-route';
import * as drafts from './drafts';
import * as erasure from './erasure';
import * as evals from './evals';
import * as events from './events';
import * as feedback from './feedback';
import * as files from './files';
import * as grounding from './grounding';
import * as keys from './keys';
import * as lint from './lint';
import * as lore from './lore';
import * as mcpServers from './mcp-servers';
import * as memory from './memory';
import * as models from './models';
import * as modelCalls from './model-calls';
import * as openai from './openai';
import * as openaiResponses from './openai-responses';
import * as operators from './operators';
import * as reruns from './reruns';
import * as retention from './retention';
import * as secrets from './secrets';
import * as sessionOverrides from './session-overrides';
import * as seenAgents from './seen-agents';
import * as sessions from './sessions';
import * as signIn from './sign-in';
import * as subqueries from './subqueries';
import * as tools from './tools';
import * as trails from './trails';
import * as turns from './turns';
import * as usage from './usage';
import * as webhooks from './webhooks';

type Values<Namespace> = Namespace[keyof Namespace];

type Declared =
  | Values<typeof a2a>
  | Values<typeof agui>
  | Values<typeof approvals>
  | Values<typeof breadcrumbs>
  | Values<typeof contextCosts>
  | Values<typeof contexts>
  | Values<typeof deadLetters>
  | Values<typeof drafts>
  | Values<typeof erasure>
  | Values<typeof evals>
  | Values<typeof events>
  | Values<typeof feedback>
  | Values<typeof files>
  | Values<typeof grounding>
  | Values<typeof keys>
  | Values<typeof lint>
  | Values<typeof lore>
  | Values<typeof mcpServers>
  | Values<typeof memory>
  | Values<typeof models>
  | Values<typeof modelCalls>
  | Values<typeof openai>
  | Values<typeof openaiResponses>
  | Values<typeof operators>
  | Values<typeof reruns>
  | Values<typeof retention>
  | Values<typeof secrets>
  | Values<typeof sessionOverrides>
  | Values<typeof seenAgents>
  | Values<typeof sessions>
  | Values<typeof signIn>
  | Values<typeof subqueries>
  | Values<typeof tools>
  | Values<typeof trails>
  | Values<typeof turns>
  | Values<typeof usage>
  | Values<typeof webhooks>;

/** Every declared route. */
export type DeclaredRoute = Extract<Declared, RouteDeclaration>;

/** Every declared route by its method and path, like `GET /v1/breadcrumbs/:id`. */
export type RouteTable = { readonly [Each in DeclaredRoute as `${Each['method']} ${Each['path']}`]: Each };

const isRoute = (value: object | string): value is DeclaredRoute =>
  typeof value === 'object' && 'method' in value && 'replies' in value;

/** Every declared route. */
export const routes: readonly DeclaredRoute[] = [
  a2a,
  agui,
  approvals,
  breadcrumbs,
  contextCosts,
  contexts,
  deadLetters,
  drafts,
  erasure,
  evals,
  events,
  feedback,
  files,
  grounding,
  keys,
  lint,
  lore,
  mcpServers,
  memory,
  models,
  modelCalls,
  openai,
  openaiResponses,
  operators,
  reruns,
  retention,
  secrets,
  sessionOverrides,
  seenAgents,
  sessions,
  signIn,
  subqueries,
  tools,
  trails,
  turns,
  usage,
  webhooks,
].flatMap((feature) => Object.values<object | string>(feature).filter(isRoute));
