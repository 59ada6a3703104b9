import type { Tool } from '@crumbtrail/tool-runtime';
import { createSearchWeb, type WebSearchOptions } from './tools/search-web';
import { createVisitLink } from './tools/visit-link';

/** What the operator allows the tools of the web. */
export interface WebSettings {
  /** The hosts that visit_link may visit: names, `*.example.org`, or `*` for all public hosts. None: it is off. */
  readonly hosts: readonly string[];
  readonly search: WebSearchOptions;
}

/** The tools that reach the web. Every workspace has their definitions, which say what the operator must set before agents are offered them. */
export const createWebTools = ({ hosts, search }: WebSettings): readonly Tool[] => [
  createVisitLink({ hosts }),
  createSearchWeb(search),
];
