import { LRUCache } from 'lru-cache';
import { APIError } from 'openai';
import type { OfferedTool } from '@crumbtrail/prompting';
import { NOT_SENT_FOR_MS } from './refused-parameters';

const MAX_REMEMBERED = 1_000;
/** A server that refuses more tools than this of one request refuses it for another reason. */
const MOST_OF_A_REQUEST = 16;

/**
 * How servers say which tool has a schema that they do not take: by its name (OpenAI, Azure, Groq), by its place in the list (OpenAI's
 * `param`, Anthropic's `tools.0.custom.input_schema`), or by its place among the declarations of functions (Google).
 */
const PLACES: readonly RegExp[] = [
  /function_declarations\[(\d+)\]/,
  /\btools\[(\d+)\]\.(?:function|parameters|input_schema|custom)/,
  /\btools\.(\d+)\.(?:function|custom|input_schema|parameters)/,
];
const NAMED = /\b(?:function|tool) ['"`]?([A-Za-z0-9_-]{1,64})['"`]?/g;

/** The tool whose schema a server refuses; undefined where it refuses the request for another reason. */
function refusedIn(error: unknown, tools: readonly OfferedTool[]): OfferedTool | undefined {
  if (!(error instanceof APIError) || (error.status !== 400 && error.status !== 422)) return undefined;
  const said = `${error.message} ${error.param ?? ''} ${JSON.stringify(error.error ?? '')}`;
  if (!/schema|parameters/i.test(said)) return undefined;
  for (const [, name] of said.matchAll(NAMED)) {
    const named = tools.find((tool) => tool.name === name);
    if (named) return named;
  }
  const place = PLACES.map((pattern) => pattern.exec(said)?.[1]).find((at) => at !== undefined);
  return place === undefined ? undefined : tools[Number(place)];
}

/** The tools of a request, and those of it that are not sent. */
export interface SentTools {
  readonly sent: readonly OfferedTool[];
  readonly leftOut: readonly OfferedTool[];
}

/**
 * The tools whose schemas a server has refused, by model, name and schema: one tool must not cost an agent all of its answers. They are
 * not sent again for ten minutes, unless their schema changes.
 */
export class RefusedTools {
  /** When each was refused. */
  private readonly refused = new LRUCache<string, number>({ max: MAX_REMEMBERED });

  constructor(private readonly now: () => number = () => performance.now()) {}

  divide(model: string, tools: readonly OfferedTool[] = []): SentTools {
    const isRefused = (tool: OfferedTool): boolean => {
      const at = this.refused.get(keyOf(model, tool));
      return at !== undefined && this.now() - at <= NOT_SENT_FOR_MS;
    };
    return { sent: tools.filter((tool) => !isRefused(tool)), leftOut: tools.filter(isRefused) };
  }

  /** Records the tool that the error names. Returns true if it was sent, so that a request without it may succeed. */
  learn(model: string, error: unknown, { sent, leftOut }: SentTools): boolean {
    const tool = leftOut.length < MOST_OF_A_REQUEST ? refusedIn(error, sent) : undefined;
    if (tool) this.refused.set(keyOf(model, tool), this.now());
    return tool !== undefined;
  }
}

const keyOf = (model: string, { name, parameters }: OfferedTool): string => JSON.stringify([model, name, parameters]);
