import { type ComponentType, lazy, type LazyExoticComponent } from 'react';

/** A view of the console, loaded when it is first opened. */
export interface View {
  readonly name: string;
  readonly title: string;
  /** What it shows, with its words explained; shown on hover. */
  readonly about: string;
  /** The key that opens the view after `g`. */
  readonly letter: string;
  readonly Page: LazyExoticComponent<ComponentType>;
}

/** All views in menu order. The file of a view exports its component as default; it reads the address with useRoute. */
export const views: readonly View[] = [
  {
    name: 'overview',
    title: 'Overview',
    about:
      'Turns, errors, latency, tokens and cost by day, agent and model. A turn is one answer of one agent to one message.',
    letter: 'v',
    Page: lazy(() => import('../views/overview/overview-view')),
  },
  {
    name: 'chat',
    title: 'Chat',
    about: 'Talk to agents. A session is a conversation by its name.',
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
    about:
      'A trail is everything that followed from one breadcrumb: the turns of agents, their contexts, tool calls and answers.',
    letter: 't',
    Page: lazy(() => import('../views/trail/trail-view')),
  },
  {
    name: 'contexts',
    title: 'Contexts',
    about: 'A context is what an agent was shown for one turn, with the reason for everything that is in it or not.',
    letter: 'x',
    Page: lazy(() => import('../views/context/context-view')),
  },
  {
    name: 'log',
    title: 'Log',
    about:
      'Every breadcrumb as it is written. A breadcrumb is one versioned record: a message, a context, a call, an answer.',
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
    about: 'Calls and questions of agents that wait for a person.',
    letter: 'p',
    Page: lazy(() => import('../views/approvals/approvals-view')),
  },
  {
    name: 'evals',
    title: 'Evaluations',
    about: 'Cases that say what has to be in a context, and how they come out with other settings.',
    letter: 'e',
    Page: lazy(() => import('../views/evals/evals-view')),
  },
  {
    name: 'lore',
    title: 'Lore',
    about: 'Texts that enter a context when their keys are said.',
    letter: 'b',
    Page: lazy(() => import('../views/lore/lore-view')),
  },
  {
    name: 'memory',
    title: 'Memory',
    about: 'What agents have kept of people and conversations, with its sources.',
    letter: 'm',
    Page: lazy(() => import('../views/memory/memory-view')),
  },
  {
    name: 'dead-letters',
    title: 'Dead letters',
    about: 'A dead letter is an event that a service could not process after retrying. It can be replayed.',
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
];
