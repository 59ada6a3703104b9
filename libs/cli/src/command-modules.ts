/* eslint-disable @typescript-eslint/no-require-imports -- a module is loaded when its command is used */
import type { Command } from 'commander';
import type { ShellFactory } from './shell';

/** Adds a command to the program. */
export type AddCommand = (program: Command, createShell: ShellFactory) => void;

/** Loads the module of each command. */
export const COMMAND_MODULES: Readonly<Record<string, () => AddCommand>> = {
  up: () => (require('./commands/up') as typeof import('./commands/up')).addUp,
  open: () => (require('./commands/open') as typeof import('./commands/open')).addOpen,
  sample: () => (require('./commands/sample') as typeof import('./commands/sample')).addSample,
  config: () => (require('./commands/config') as typeof import('./commands/config')).addConfig,
  doctor: () => (require('./commands/doctor') as typeof import('./commands/doctor')).addDoctor,
  upgrade: () => (require('./commands/upgrade') as typeof import('./commands/upgrade')).addUpgrade,
  completion: () => (require('./commands/completion') as typeof import('./commands/completion')).addCompletion,
  chat: () => (require('./commands/chat') as typeof import('./commands/chat')).addChat,
  send: () => (require('./commands/send') as typeof import('./commands/send')).addSend,
  stop: () => (require('./commands/stop') as typeof import('./commands/stop')).addStop,
  approvals: () => (require('./commands/approvals') as typeof import('./commands/approvals')).addApprovals,
  sessions: () => (require('./commands/listings') as typeof import('./commands/listings')).addSessions,
  trails: () => (require('./commands/listings') as typeof import('./commands/listings')).addTrails,
  contexts: () => (require('./commands/contexts') as typeof import('./commands/contexts')).addContexts,
  trace: () => (require('./commands/trace') as typeof import('./commands/trace')).addTrace,
  trail: () => (require('./commands/trail') as typeof import('./commands/trail')).addTrail,
  context: () => (require('./commands/context/context') as typeof import('./commands/context/context')).addContext,
  turns: () => (require('./commands/turns') as typeof import('./commands/turns')).addTurns,
  tail: () => (require('./commands/tail') as typeof import('./commands/tail')).addTail,
  search: () => (require('./commands/search') as typeof import('./commands/search')).addSearch,
  agents: () => (require('./commands/agents') as typeof import('./commands/agents')).addAgents,
  tools: () => (require('./commands/tools') as typeof import('./commands/tools')).addTools,
  subqueries: () =>
    (require('./commands/subqueries/subqueries') as typeof import('./commands/subqueries/subqueries')).addSubqueries,
  session: () => (require('./commands/session/session') as typeof import('./commands/session/session')).addSession,
  scene: () => (require('./commands/scene/scene') as typeof import('./commands/scene/scene')).addScene,
  lore: () => (require('./commands/lore/lore') as typeof import('./commands/lore/lore')).addLore,
  memory: () => (require('./commands/memory/memory') as typeof import('./commands/memory/memory')).addMemory,
  usage: () => (require('./commands/usage') as typeof import('./commands/usage')).addUsage,
  rerun: () => (require('./commands/rerun') as typeof import('./commands/rerun')).addRerun,
  feedback: () => (require('./commands/feedback') as typeof import('./commands/feedback')).addFeedback,
  evals: () => (require('./commands/evals/evals') as typeof import('./commands/evals/evals')).addEvals,
  secrets: () => (require('./commands/secrets') as typeof import('./commands/secrets')).addSecrets,
  mcp: () => (require('./commands/mcp') as typeof import('./commands/mcp')).addMcp,
  keys: () => (require('./commands/keys') as typeof import('./commands/keys')).addKeys,
  workspaces: () => (require('./commands/workspaces') as typeof import('./commands/workspaces')).addWorkspaces,
  embeddings: () => (require('./commands/embeddings') as typeof import('./commands/embeddings')).addEmbeddings,
  import: () => (require('./commands/import/import') as typeof import('./commands/import/import')).addImportChats,
  erase: () => (require('./commands/erase') as typeof import('./commands/erase')).addErase,
  'dead-letters': () => (require('./commands/dead-letters') as typeof import('./commands/dead-letters')).addDeadLetters,
  consumers: () => (require('./commands/consumers') as typeof import('./commands/consumers')).addConsumers,
  webhooks: () => (require('./commands/webhooks') as typeof import('./commands/webhooks')).addWebhooks,
  retention: () => (require('./commands/retention') as typeof import('./commands/retention')).addRetention,
  checksum: () => (require('./commands/retention') as typeof import('./commands/retention')).addChecksum,
  archive: () => (require('./commands/archive') as typeof import('./commands/archive')).addArchive,
  backup: () => (require('./commands/backup') as typeof import('./commands/backup')).addBackup,
  restore: () => (require('./commands/backup') as typeof import('./commands/backup')).addRestore,
  complete: () => (require('./commands/complete') as typeof import('./commands/complete')).addComplete,
};
