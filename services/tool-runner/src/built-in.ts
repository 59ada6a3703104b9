import type { Tool } from '@crumbtrail/tool-runtime';
import { askPerson } from './tools/ask-person';
import { calculator } from './tools/calculator';
import { createBreadcrumb } from './tools/create-breadcrumb';
import { defineAgent } from './tools/define-agent';
import { defineTool } from './tools/define-tool';
import { deleteBreadcrumb } from './tools/delete-breadcrumb';
import { dice } from './tools/dice';
import { echo } from './tools/echo';
import { fileStorage } from './tools/file-storage';
import { forget } from './tools/memory/forget';
import { recall } from './tools/memory/recall';
import { reflect } from './tools/memory/reflect';
import { remember } from './tools/memory/remember';
import { switchContext } from './tools/memory/switch-context';
import { random } from './tools/random';
import { readBreadcrumb } from './tools/read-breadcrumb';
import { schedule } from './tools/schedule';
import { searchBreadcrumbs } from './tools/search-breadcrumbs';
import { agentNote } from './tools/session/agent-note';
import { listMembers } from './tools/session/list-members';
import { plan } from './tools/session/plan';
import { setNote } from './tools/session/set-note';
import { setScenario } from './tools/session/set-scenario';
import { triggerAgent } from './tools/session/trigger-agent';
import { pastScenarios } from './tools/past-scenarios';
import { subquery } from './tools/subquery/subquery';
import { visitChat } from './tools/subquery/visit-chat';
import { textEntropy } from './tools/text-entropy';
import { timer } from './tools/timer';
import { updateBreadcrumb } from './tools/update-breadcrumb';
import { workflow } from './workflow/workflow.tool';

/** The tools that every workspace has. */
export const BUILT_IN: readonly Tool[] = [
  calculator,
  random,
  dice,
  textEntropy,
  echo,
  timer,
  schedule,
  searchBreadcrumbs,
  createBreadcrumb,
  readBreadcrumb,
  updateBreadcrumb,
  deleteBreadcrumb,
  fileStorage,
  defineTool,
  defineAgent,
  listMembers,
  agentNote,
  triggerAgent,
  setNote,
  setScenario,
  plan,
  subquery,
  visitChat,
  pastScenarios,
  recall,
  remember,
  reflect,
  switchContext,
  forget,
  workflow,
  askPerson,
];
