import type { Operation } from './define-operation';
import * as approvals from './approvals';
import * as calibration from './calibration';
import * as consumers from './consumers';
import * as contextCosts from './context-costs';
import * as erasure from './erasure';
import * as evals from './evals';
import * as files from './files';
import * as keys from './keys';
import * as lint from './lint';
import * as listings from './listings';
import * as logHead from './log-head';
import * as functionCalls from './function-calls';
import * as mcpServers from './mcp-servers';
import * as memory from './memory';
import * as memoryReading from './memory-reading';
import * as modelCalls from './model-calls';
import * as pastSessions from './past-sessions';
import * as preview from './preview';
import * as models from './models';
import * as natsUsers from './nats-users';
import * as previousPacking from './previous-packing';
import * as publishedAgents from './published-agents';
import * as reading from './reading';
import * as recordedContexts from './recorded-contexts';
import * as embedding from './embedding';
import * as reruns from './reruns';
import * as retention from './retention';
import * as retrieval from './retrieval';
import * as search from './search';
import * as sessionActivity from './session-activity';
import * as signIn from './sign-in';
import * as stack from './stack';
import * as subqueries from './subqueries';
import * as trails from './trails';
import * as turns from './turns';
import * as taskPushes from './task-pushes';
import * as usage from './usage';
import * as webhooks from './webhooks';
import * as whyNot from './why-not';
import * as writing from './writing';

const families = [
  writing,
  erasure,
  reading,
  listings,
  logHead,
  trails,
  embedding,
  retrieval,
  search,
  calibration,
  turns,
  approvals,
  keys,
  natsUsers,
  signIn,
  files,
  stack,
  consumers,
  preview,
  recordedContexts,
  reruns,
  retention,
  whyNot,
  evals,
  lint,
  contextCosts,
  previousPacking,
  publishedAgents,
  modelCalls,
  models,
  subqueries,
  functionCalls,
  mcpServers,
  memory,
  memoryReading,
  pastSessions,
  sessionActivity,
  taskPushes,
  usage,
  webhooks,
];

const isOperation = (value: unknown): value is Operation =>
  typeof value === 'object' && value !== null && 'callers' in value && 'request' in value;

/** Every operation that a file of this folder declares. NATS grants are derived from it. */
export const OPERATIONS: readonly Operation[] = families.flatMap((family) => Object.values(family).filter(isOperation));
