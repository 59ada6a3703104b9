import { type ComponentType, lazy, type LazyExoticComponent } from 'react';

/** A view of the console, loaded when it is first opened. */
export interface View {
  readonly name: string;
  readonly title: string;
  /** The key that opens the view after `g`. */
  readonly letter: string;
  readonly Page: LazyExoticComponent<ComponentType>;
}

/** All views in menu order. The file of a view exports its component as default; it reads the address with useRoute. */
export const views: readonly View[] = [
  { name: 'overview', title: 'Overview', letter: 'v', Page: lazy(() => import('../views/overview/overview-view')) },
  { name: 'chat', title: 'Chat', letter: 'c', Page: lazy(() => import('../views/chat/chat-view')) },
  { name: 'search', title: 'Search', letter: 's', Page: lazy(() => import('../views/search/search-view')) },
  { name: 'trails', title: 'Trails', letter: 't', Page: lazy(() => import('../views/trail/trail-view')) },
  { name: 'contexts', title: 'Contexts', letter: 'x', Page: lazy(() => import('../views/context/context-view')) },
  { name: 'log', title: 'Log', letter: 'l', Page: lazy(() => import('../views/log/log-view')) },
  { name: 'agents', title: 'Agents', letter: 'a', Page: lazy(() => import('../views/agents/agents-view')) },
  { name: 'tools', title: 'Tools', letter: 'o', Page: lazy(() => import('../views/tools/tools-view')) },
  {
    name: 'approvals',
    title: 'Approvals',
    letter: 'p',
    Page: lazy(() => import('../views/approvals/approvals-view')),
  },
  { name: 'evals', title: 'Evaluations', letter: 'e', Page: lazy(() => import('../views/evals/evals-view')) },
  { name: 'lore', title: 'Lore', letter: 'b', Page: lazy(() => import('../views/lore/lore-view')) },
  { name: 'memory', title: 'Memory', letter: 'm', Page: lazy(() => import('../views/memory/memory-view')) },
  {
    name: 'dead-letters',
    title: 'Dead letters',
    letter: 'd',
    Page: lazy(() => import('../views/dead-letters/dead-letters-view')),
  },
  { name: 'health', title: 'Health', letter: 'h', Page: lazy(() => import('../views/health/health-view')) },
];
