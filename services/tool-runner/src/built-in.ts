import type { Tool } from '@crumbtrail/tool-runtime';
import { calculator } from './tools/calculator';
import { createBreadcrumb } from './tools/create-breadcrumb';
import { dice } from './tools/dice';
import { echo } from './tools/echo';
import { random } from './tools/random';
import { schedule } from './tools/schedule';
import { searchBreadcrumbs } from './tools/search-breadcrumbs';
import { textEntropy } from './tools/text-entropy';
import { timer } from './tools/timer';
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
  workflow,
];
