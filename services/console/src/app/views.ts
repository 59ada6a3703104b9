import { type ComponentType, lazy, type LazyExoticComponent } from 'react';
import { explainWord, glossary } from '../components/glossary';

/** A view of the console, loaded when it is first opened. */
export interface View {
  readonly name: string;
  readonly title: string;
  /** What it shows, with its words explained; shown on hover. */
  readonly about: string;
  /** The key that opens the view after `g`. */
  readonly letter: string;
  /** Whether the menu shows it to operators only. @default false */
  readonly isForOperators?: boolean;
  readonly Page: LazyExoticComponent<ComponentType>;
}

/** All views in menu order. The file of a view exports its component as default; it reads the address with useRoute. */
export const views: readonly View[] = [
  {
    name: 'overview',
    title: 'Overview',
    about: `Turns, errors, latency, tokens and cost by day, agent and model. ${explainWord('turn')}`,
    letter: 'v',
    Page: lazy(() => import('../views/overview/overview-view')),
  },
  {
    name: 'chat',
    title: 'Chat',
    about: `Talk to agents. ${explainWord('session')}`,
    letter: 'c',
    Page: lazy(() => import('../views/chat/chat-view')),
  },
  {
    name: 'search',
    title: 'Search',
    about: 'Find what was said, by words and by similarity.',
    letter: 's',
    Page: lazy(() => import('../views/search/search-view')),
  },
  {
    name: 'trails',
    title: 'Trails',
    about: explainWord('trail'),
    letter: 't',
    Page: lazy(() => import('../views/trail/trail-view')),
  },
  {
    name: 'contexts',
    title: 'Contexts',
    about: explainWord('context'),
    letter: 'x',
    Page: lazy(() => import('../views/context/context-view')),
  },
  {
    name: 'log',
    title: 'Log',
    about: `Every breadcrumb as it is written. ${explainWord('breadcrumb')}`,
    letter: 'l',
    Page: lazy(() => import('../views/log/log-view')),
  },
  {
    name: 'agents',
    title: 'Agents',
    about: 'Prompts, models, subscriptions and limits of agents, and how their turns ended.',
    letter: 'a',
    Page: lazy(() => import('../views/agents/agents-view')),
  },
  {
    name: 'tools',
    title: 'Tools',
    about: 'What agents can call, and who may call it.',
    letter: 'o',
    Page: lazy(() => import('../views/tools/tools-view')),
  },
  {
    name: 'approvals',
    title: 'Approvals',
    about: explainWord('approval'),
    letter: 'p',
    Page: lazy(() => import('../views/approvals/approvals-view')),
  },
  {
    name: 'evals',
    title: 'Evaluations',
    about: `Sets of cases, and how they come out with other settings. ${explainWord('pin')}`,
    letter: 'e',
    Page: lazy(() => import('../views/evals/evals-view')),
  },
  {
    name: 'lore',
    title: 'Lore',
    about: glossary.lore,
    letter: 'b',
    Page: lazy(() => import('../views/lore/lore-view')),
  },
  {
    name: 'memory',
    title: 'Memory',
    about: glossary.memory,
    letter: 'm',
    Page: lazy(() => import('../views/memory/memory-view')),
  },
  {
    name: 'import',
    title: 'Import',
    about: 'Store chats that ChatGPT, Claude, SillyTavern or another program has exported. For operators.',
    letter: 'i',
    isForOperators: true,
    Page: lazy(() => import('../views/import/import-view')),
  },
  {
    name: 'dead-letters',
    title: 'Dead letters',
    about: explainWord('dead letter'),
    letter: 'd',
    Page: lazy(() => import('../views/dead-letters/dead-letters-view')),
  },
  {
    name: 'health',
    title: 'Health',
    about: 'The services, what they have to catch up with, and whether models answer.',
    letter: 'h',
    Page: lazy(() => import('../views/health/health-view')),
  },
  {
    name: 'glossary',
    title: 'Glossary',
    about: 'What the words of these pages mean.',
    letter: 'w',
    Page: lazy(() => import('../views/glossary/glossary-view')),
  },
  {
    name: 'keys',
    title: 'Keys',
    about: 'Who may use the API and this console. For operators.',
    letter: 'k',
    isForOperators: true,
    Page: lazy(() => import('../views/keys/keys-view')),
  },
  {
    name: 'settings',
    title: 'Settings',
    about: 'The model that answers, and what subqueries ask. For operators.',
    letter: 'n',
    isForOperators: true,
    Page: lazy(() => import('../views/settings/settings-view')),
  },
];
