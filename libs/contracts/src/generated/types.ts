/* Printed from schemas/ by `npm run contracts:print`. Do not edit. */
/**
 * What one agent saw for one turn and why: plan, numbers and the account of every candidate. The formatted text is an erasable blob beside the crumb.
 */
export interface AgentContextV1 {
  turn: {
    id: string;
    [k: string]: unknown;
  };
  agent: string;
  trigger: {
    id: string;
    version: number;
    /**
     * Characters kept of a message that alone was over the budget.
     */
    cut?: number;
    /**
     * Its speaker's name found no room.
     */
    nameless?: boolean;
    /**
     * Beginning of its text's sha256.
     */
    digest?: string;
    [k: string]: unknown;
  };
  definition: {
    id: string;
    version: number;
    [k: string]: unknown;
  };
  config: {
    hash: string;
    id?: string;
    version?: number;
    [k: string]: unknown;
  };
  /**
   * The conversation and the session.v1 whose member names were shown, if there was one.
   */
  session?: {
    name: string;
    id?: string;
    version?: number;
    [k: string]: unknown;
  };
  format: 'markdown' | 'lmml' | 'messages' | 'turn';
  formatted_hash: string;
  tokens: {
    total: number;
    by_section: {
      [k: string]: number;
    };
    [k: string]: unknown;
  };
  /**
   * The five numbers and the cap they give.
   */
  budget: {
    max_tokens: number;
    context_window: number;
    system_prompt: number;
    tool_schemas: number;
    reply_reserve: number;
    cap: number;
    [k: string]: unknown;
  };
  tokenizer: 'o200k_base' | 'cl100k_base';
  margin: number;
  embedder: string | null;
  renderer: string;
  as_of: number;
  index_position?: number;
  now: string;
  plan: {
    sources: {
      [k: string]: unknown;
    }[];
    [k: string]: unknown;
  };
  queries?: number;
  build_ms?: number;
  /**
   * What became of each candidate, kept items first in the order shown; at most 24 KiB for 256 of them. Read it with unpackAccount of libs/contracts, or ask for the context's explanation.
   */
  account: {
    columns: string[];
    /**
     * @maxItems 256
     */
    rows: unknown[][];
    beyond: number;
    /**
     * In accounts with rows: names that the column `source` counts from 0.
     */
    sources?: string[];
    /**
     * Packed rows.
     */
    count?: number;
    /**
     * One text for each column; then `rows` is empty.
     */
    packed?: string[];
    /**
     * Words that a packed column counts from 0.
     */
    dictionaries?: {
      [k: string]: string[];
    };
    /**
     * Digits after the point, of packed columns that are shares.
     */
    digits?: {
      [k: string]: number;
    };
    [k: string]: unknown;
  };
  /**
   * How tokens were counted: `tokens` and `budget` are the tokenizer's count times `factor`; `margin` of the cap was kept free.
   */
  counting?: {
    mode: 'exact' | 'estimate';
    factor: number;
    margin: number;
    samples?: number;
    [k: string]: unknown;
  };
  /**
   * What was looked for: stems with their weight, and the turns that a message of few words leans on.
   */
  query?: {
    /**
     * @maxItems 48
     */
    terms?: unknown[][];
    /**
     * @maxItems 8
     */
    leans_on?: {
      [k: string]: unknown;
    }[];
    [k: string]: unknown;
  };
  /**
   * Participants, as [kind, id], among whom names were given: with the members of the session's version they give the names shown.
   */
  speakers?: string[][];
  /**
   * Tools that the turn may use and the model is told of, the most relevant first. Absent where none are granted.
   *
   * @maxItems 64
   */
  tools?: {
    id: string;
    version: number;
    name: string;
    [k: string]: unknown;
  }[];
  /**
   * Granted tools that found no place.
   */
  tools_beyond?: number;
  [k: string]: unknown;
}

/**
 * An agent as data. Its id is derived from `agent`: one definition per agent and workspace; change it with PATCH.
 */
export interface AgentDefV1 {
  /**
   * Participant id of the agent.
   */
  agent: string;
  name?: string;
  prompt: string;
  persona?: string;
  model?: {
    name?: string;
    temperature?: number;
    max_output_tokens?: number;
    context_window?: number;
    tokenizer?: 'o200k_base' | 'cl100k_base';
    /**
     * US dollars per million tokens.
     */
    prices?: {
      input: number;
      output: number;
    };
    /**
     * How tokens of this model are counted. `exact` (default): by the tokenizer. `estimate`: the tokenizer's count times `factor`, with `margin` of the budget kept free; what is not given is learnt from the usage that the provider bills.
     */
    counting?: {
      mode: 'exact' | 'estimate';
      factor?: number;
      /**
       * Share of the budget.
       */
      margin?: number;
    };
  };
  /**
   * @minItems 1
   * @maxItems 32
   */
  subscriptions: Selector[];
  /**
   * session (default): one speaker at a time in a session. agent: one turn of this agent at a time.
   */
  lane?: 'session' | 'agent';
  /**
   * pool (default): the agent-executor runs it. service: a service of its own hears its contexts.
   */
  runner?: 'pool' | 'service';
  context?: Config;
  limits?: {
    turn_seconds?: number;
    max_hops?: number;
    turns_per_minute?: number;
    /**
     * Calls of the model that may ask for tools, in one turn. Default 6.
     */
    tool_rounds?: number;
    /**
     * Tokens that the model may write in one turn, all its calls together.
     */
    turn_output_tokens?: number;
    /**
     * Billed (or counted) tokens of a whole trail. Default 2,000,000.
     */
    trail_tokens?: number;
    /**
     * US dollars of a whole trail.
     */
    trail_cost_usd?: number;
    /**
     * The same call of a tool in one turn, or the same answer on one trail, so often and no more. Default 3.
     */
    repeats?: number;
  };
  /**
   * Tools that it may call, by name; a `*` at the end takes all that begin so. Nothing else is ever run for it.
   *
   * @maxItems 64
   */
  tools?: string[];
  /**
   * How it asks for tools. Default `native` with tools, else `none`.
   */
  tool_mode?: 'native' | 'json' | 'tags' | 'digit' | 'none';
  tool_options?: {
    /**
     * Of more granted tools only so many, the most relevant to the turn, are told to the model. Default 16; in `digit` at most 9.
     */
    max_tools?: number;
    /**
     * `digit`: messages that the choice sees beside the current one. Default 4.
     */
    recent_messages?: number;
    /**
     * `digit`, more than nine tools: `refuse` them at the definition, or choose a group first. Default refuse.
     */
    over_nine?: 'refuse' | 'groups';
    /**
     * `digit`, the tool failed: tell the model (default), or answer without it.
     */
    on_error?: 'tell' | 'answer';
  };
  /**
   * JSON Schema 2020-12 that its answer must satisfy; the answer is then JSON.
   */
  output_schema?: {
    [k: string]: unknown;
  };
}
export interface Selector {
  /**
   * Schema name; a later version of the same family matches too.
   */
  schema: string;
  /**
   * @minItems 1
   * @maxItems 32
   */
  any_tags?: string[];
  /**
   * @minItems 1
   * @maxItems 32
   */
  all_tags?: string[];
  /**
   * @maxItems 16
   */
  match?: {
    /**
     * JSONPath (RFC 9535) on the crumb, e.g. $.context.priority
     */
    path: string;
    op: 'eq' | 'ne' | 'gt' | 'lt' | 'exists' | 'contains_any';
    /**
     * eq, ne: any scalar. gt, lt: number or string. contains_any: a list. exists: true (default) or false.
     */
    value?: string | number | boolean | null | unknown[];
  }[];
}
export interface Config {
  /**
   * Where the settings that are not given come from; `conversational` if absent.
   */
  preset?: 'conversational' | 'memory' | 'minimal' | 'documents';
  /**
   * At most four: each is one query, and a build makes at most six.
   *
   * @minItems 1
   * @maxItems 4
   */
  sources?: Source[];
  format?: 'markdown' | 'lmml' | 'messages' | 'turn';
  budget?: {
    max_tokens?: number;
  };
  /**
   * Exchanges always kept, whatever they say. Default 2.
   */
  recent_exchanges?: number;
  /**
   * @maxItems 8
   */
  sections?: {
    name: 'tools' | 'knowledge' | 'state' | 'summaries' | 'events' | 'results' | 'relevant' | 'recent';
    heading?: string;
    priority?: number;
    /**
     * Share of the budget it may take.
     */
    quota?: number;
    min_tokens?: number;
    max_tokens?: number;
    /**
     * Its element in `lmml`; by name if absent.
     */
    tag?: string;
    /**
     * Attributes of its element in `lmml`.
     */
    attributes?: {
      [k: string]: string;
    };
  }[];
  dedup?: {
    near_distance?: number;
    filler?: boolean;
    /**
     * Nearness in meaning from which two kept texts count as near-same; 1 switches it off. Default 0.97.
     */
    cosine?: number;
    /**
     * Bits that a text must say to be more than filler; see docs/guides.
     */
    information?: number;
  };
  /**
   * Weights of what a searching source ranks by; 0 switches a feature off. Defaults are in docs/guides.
   */
  features?: {
    /**
     * Words of the query in the text itself.
     */
    bm25?: number;
    /**
     * Nearness of meaning, by the embedder that serves.
     */
    vector?: number;
    /**
     * Words of the query in the turn before: an answer seldom repeats its question.
     */
    previous?: number;
    /**
     * Words of the query in the turn after.
     */
    next?: number;
    /**
     * Words of the query two turns away.
     */
    second?: number;
    /**
     * How much the whole sitting is about the query.
     */
    session?: number;
    /**
     * Said by somebody whom the query names.
     */
    speaker?: number;
    /**
     * Said in the time that the query names, or soon after.
     */
    date?: number;
    /**
     * How late it was said.
     */
    recency?: number;
    /**
     * Tags that the query's crumb has too.
     */
    tags?: number;
  };
}
export interface Source {
  /**
   * Name in the account; the type if absent.
   */
  name?: string;
  type: 'recent' | 'latest' | 'tagged' | 'text' | 'vector' | 'hybrid' | 'trail' | 'catalog' | 'results';
  /**
   * Where its items stand; by type if absent.
   */
  section?: 'tools' | 'knowledge' | 'state' | 'summaries' | 'events' | 'results' | 'relevant' | 'recent';
  /**
   * @minItems 1
   * @maxItems 32
   */
  schemas?: string[];
  /**
   * All of them.
   *
   * @maxItems 32
   */
  tags?: string[];
  /**
   * session (default), the agent's own crumbs, or the whole workspace.
   */
  scope?: 'session' | 'agent' | 'workspace';
  limit?: number;
  /**
   * Scores below it are dropped and said so.
   */
  floor?: number;
  weight?: number;
}

/**
 * The end of a turn. Of a turn there is exactly one.
 */
export type AgentResponseV1 = {
  turn?: {
    id: string;
    [k: string]: unknown;
  };
  context_id?: string;
  action: 'speak' | 'wait' | 'error' | 'stopped';
  content?: string;
  usage?: {
    counted_prompt_tokens?: number;
    prompt_tokens?: number;
    completion_tokens?: number;
    cost_usd?: number;
    [k: string]: unknown;
  };
  finish_reason?: string;
  model?: string;
  latency_ms?: number;
  attempts?: number;
  error?: {
    code: string;
    message: string;
    [k: string]: unknown;
  };
  /**
   * `content` was cut: what had been said when the turn ended.
   */
  partial?: boolean;
  stopped_by?: {
    kind: string;
    id: string;
    [k: string]: unknown;
  };
  /**
   * `content` as JSON, where the definition has an output_schema.
   */
  output?: {
    [k: string]: unknown;
  };
  /**
   * Steps before the answer.
   */
  steps?: number;
  /**
   * Tools that were asked for.
   */
  tool_calls?: number;
  [k: string]: unknown;
};

/**
 * One call of the model within a turn that did not end it: what it said, and what it asked for. Of each number of a turn there is one.
 */
export interface AgentStepV1 {
  turn: {
    id: string;
    [k: string]: unknown;
  };
  agent: string;
  step: number;
  mode: 'native' | 'json' | 'tags' | 'digit' | 'none';
  /**
   * model: it asked for tools, or said something that had to be answered by an observation. choice: it chose a tool by number. repair: it was asked to mend its reply.
   */
  kind: 'model' | 'choice' | 'repair';
  /**
   * What the model wrote, word for word, thinking included; never shown to people.
   */
  content?: string;
  /**
   * @maxItems 32
   */
  calls: {
    ordinal: number;
    tool: string;
    /**
     * As the provider named it.
     */
    call_id?: string;
    input?: {
      [k: string]: unknown;
    };
    /**
     * false: the result goes to the person as it is. Default true.
     */
    return_to_llm?: boolean;
    /**
     * Set where it was refused before anything was requested.
     */
    error?: {
      code: string;
      message: string;
      [k: string]: unknown;
    };
    [k: string]: unknown;
  }[];
  /**
   * What the model is told next in place of a result.
   */
  observation?: {
    code: string;
    message: string;
    [k: string]: unknown;
  };
  /**
   * Messages that came after the context was built, told to the model before this call.
   *
   * @maxItems 64
   */
  injected?: {
    id: string;
    version: number;
    [k: string]: unknown;
  }[];
  /**
   * Why the turn goes no further than the next end: a guard, or the rules of the mode.
   */
  forced?: string;
  usage?: {
    counted_prompt_tokens?: number;
    prompt_tokens?: number;
    completion_tokens?: number;
    cost_usd?: number;
    [k: string]: unknown;
  };
  finish_reason?: string;
  model?: string;
  latency_ms?: number;
  attempts?: number;
  [k: string]: unknown;
}

/**
 * One activation of one agent; ends in exactly one agent.response.v1. Opened by the store when the lane is free.
 */
export interface AgentTurnV1 {
  agent: string;
  definition: {
    id: string;
    version: number;
    [k: string]: unknown;
  };
  trigger: {
    id: string;
    version: number;
    [k: string]: unknown;
  };
  generation: number;
  lane: string;
  runner: 'pool' | 'service';
  /**
   * Log position the context is built at.
   */
  as_of: number;
  now: string;
  deadline_at: string;
  [k: string]: unknown;
}

/**
 * How contexts of one consumer are built; read anew for every turn, so a change is live at once. Its id is derived from `consumer`.
 */
export interface ContextConfigV1 {
  /**
   * The agent it is for.
   */
  consumer: string;
  /**
   * Where the settings that are not given come from; `conversational` if absent.
   */
  preset?: 'conversational' | 'memory' | 'minimal' | 'documents';
  /**
   * At most four: each is one query, and a build makes at most six.
   *
   * @minItems 1
   * @maxItems 4
   */
  sources?: Source[];
  format?: 'markdown' | 'lmml' | 'messages' | 'turn';
  budget?: {
    max_tokens?: number;
  };
  /**
   * Exchanges always kept, whatever they say. Default 2.
   */
  recent_exchanges?: number;
  /**
   * @maxItems 8
   */
  sections?: {
    name: 'tools' | 'knowledge' | 'state' | 'summaries' | 'events' | 'results' | 'relevant' | 'recent';
    heading?: string;
    priority?: number;
    /**
     * Share of the budget it may take.
     */
    quota?: number;
    min_tokens?: number;
    max_tokens?: number;
    /**
     * Its element in `lmml`; by name if absent.
     */
    tag?: string;
    /**
     * Attributes of its element in `lmml`.
     */
    attributes?: {
      [k: string]: string;
    };
  }[];
  dedup?: {
    near_distance?: number;
    filler?: boolean;
    /**
     * Nearness in meaning from which two kept texts count as near-same; 1 switches it off. Default 0.97.
     */
    cosine?: number;
    /**
     * Bits that a text must say to be more than filler; see docs/guides.
     */
    information?: number;
  };
  /**
   * Weights of what a searching source ranks by; 0 switches a feature off. Defaults are in docs/guides.
   */
  features?: {
    /**
     * Words of the query in the text itself.
     */
    bm25?: number;
    /**
     * Nearness of meaning, by the embedder that serves.
     */
    vector?: number;
    /**
     * Words of the query in the turn before: an answer seldom repeats its question.
     */
    previous?: number;
    /**
     * Words of the query in the turn after.
     */
    next?: number;
    /**
     * Words of the query two turns away.
     */
    second?: number;
    /**
     * How much the whole sitting is about the query.
     */
    session?: number;
    /**
     * Said by somebody whom the query names.
     */
    speaker?: number;
    /**
     * Said in the time that the query names, or soon after.
     */
    date?: number;
    /**
     * How late it was said.
     */
    recency?: number;
    /**
     * Tags that the query's crumb has too.
     */
    tags?: number;
  };
}
/**
 * An operator hands the event of a dead letter to its handler once more. A handler that fails again leaves another dead letter, of this generation.
 */
export interface DeadLetterReplayV1 {
  letter: {
    id: string;
    version: number;
    [k: string]: unknown;
  };
  station: string;
  generation: number;
  [k: string]: unknown;
}

/**
 * An event that a station could not handle, after its bounded retries. Nothing was lost: the crumb it names is in the log.
 */
export interface DeadLetterV1 {
  station: string;
  durable: string;
  event: {
    position: number;
    id?: string;
    version?: number;
    schema_name?: string;
    kind?: string;
    [k: string]: unknown;
  };
  deliveries: number;
  error: {
    name: string;
    message: string;
    [k: string]: unknown;
  };
  generation?: number;
  [k: string]: unknown;
}

/**
 * What a caller may say of a new crumb. Ids, versions, positions, trails and (but for imports) authors are the store's to give.
 */
export interface DraftV1 {
  schema_name: string;
  session?: string;
  title?: string;
  /**
   * @maxItems 64
   */
  tags?: string[];
  context: {
    [k: string]: unknown;
  };
  llm_hints?: {
    /**
     * text: the included strings, one per line (default). fields: `name: value` lines. none: never shown and never indexed.
     */
    format?: 'text' | 'fields' | 'none';
    /**
     * Handlebars over the payload. Takes the place of format.
     */
    template?: string;
    /**
     * JSONPath (RFC 9535) expressions on the payload; only what they select is rendered.
     *
     * @maxItems 32
     */
    include?: string[];
    /**
     * JSONPath expressions on the payload; what they select is left out.
     *
     * @maxItems 32
     */
    exclude?: string[];
    /**
     * New members of the payload, made after include and exclude. `mode` says whether they take its place or come on top.
     */
    transform?: {
      [k: string]:
        | {
            type: 'extract';
            value: string;
            many?: boolean;
          }
        | {
            type: 'literal';
            literal: unknown;
          }
        | {
            type: 'format';
            format: string;
          }
        | {
            type: 'template';
            template: string;
          }
        | {
            type: 'jq';
            query: string;
          };
    };
    /**
     * replace (default): only the transform's members are shown. merge: they come on top of the payload's.
     */
    mode?: 'replace' | 'merge';
  };
  audience?: ('all' | 'agents') | string[];
  cause?: {
    id: string;
    version?: number;
  };
  expires_at?: string;
  occurred_at?: string;
  author?: {
    kind: 'user' | 'agent' | 'tool' | 'operator' | 'service';
    id: string;
  };
}

/**
 * A breadcrumb as the store gives it.
 */
export interface EnvelopeV1 {
  id: string;
  workspace: string;
  schema_name: string;
  session?: string;
  title?: string;
  tags: string[];
  context: {
    [k: string]: unknown;
  };
  llm_hints?: {
    /**
     * text: the included strings, one per line (default). fields: `name: value` lines. none: never shown and never indexed.
     */
    format?: 'text' | 'fields' | 'none';
    /**
     * Handlebars over the payload. Takes the place of format.
     */
    template?: string;
    /**
     * JSONPath (RFC 9535) expressions on the payload; only what they select is rendered.
     *
     * @maxItems 32
     */
    include?: string[];
    /**
     * JSONPath expressions on the payload; what they select is left out.
     *
     * @maxItems 32
     */
    exclude?: string[];
    /**
     * New members of the payload, made after include and exclude. `mode` says whether they take its place or come on top.
     */
    transform?: {
      [k: string]:
        | {
            type: 'extract';
            value: string;
            many?: boolean;
          }
        | {
            type: 'literal';
            literal: unknown;
          }
        | {
            type: 'format';
            format: string;
          }
        | {
            type: 'template';
            template: string;
          }
        | {
            type: 'jq';
            query: string;
          };
    };
    /**
     * replace (default): only the transform's members are shown. merge: they come on top of the payload's.
     */
    mode?: 'replace' | 'merge';
  };
  /**
   * Hints of the crumb's run-time schema as they stood at this version; absent for published schemas. llm_hints are merged over them.
   */
  schema_hints?: {
    [k: string]: unknown;
  };
  audience: ('all' | 'agents') | string[];
  author: {
    kind: 'user' | 'agent' | 'tool' | 'operator' | 'service';
    id: string;
  };
  trail_id: string;
  cause?: {
    id: string;
    version: number;
    [k: string]: unknown;
  };
  hop: number;
  imported: boolean;
  version: number;
  position: number;
  expires_at?: string;
  occurred_at: string;
  created_at: string;
  updated_at: string;
  content_hash: string;
  traceparent?: string;
  [k: string]: unknown;
}

/**
 * A guard ended or refused a turn, and why.
 */
export interface GuardFiredV1 {
  guard: 'hop_limit' | 'rate_limit' | 'tool_rounds' | 'trail_tokens' | 'trail_cost' | 'repetition' | 'turn_tokens';
  turn: {
    id: string;
    [k: string]: unknown;
  };
  agent: string;
  limit?: number;
  value?: number;
  message: string;
  [k: string]: unknown;
}

/**
 * What models cost, in US dollars per million tokens. There is one per workspace; prices in a definition win.
 */
export interface ModelPricesV1 {
  name: 'prices';
  /**
   * @maxItems 512
   */
  models: {
    model: string;
    input: number;
    output: number;
  }[];
}

/**
 * A time of a schedule has come. Its id is derived from the schedule and the time.
 */
export interface ScheduleTickV1 {
  schedule: {
    id: string;
    version: number;
    [k: string]: unknown;
  };
  name: string;
  due_at: string;
  /**
   * Earlier times that this tick stands for.
   */
  missed?: number;
  /**
   * Whom it wakes, if it subscribes.
   */
  agent?: string;
  note?: string;
  [k: string]: unknown;
}

/**
 * Something to be announced again and again, by cron and time zone. `schedule.tick.v1` follows each time. Its id is derived from `name`; `enabled: false` rests it.
 */
export interface ScheduleV1 {
  name: string;
  /**
   * Five fields (minute, hour, day, month, weekday), or six with seconds first; L, W and # as usual.
   */
  cron: string;
  /**
   * IANA name; UTC if absent.
   */
  time_zone?: string;
  /**
   * What becomes of times that passed while nothing ran. once (default): one tick says how many. skip: none. all: one tick each, 100 at most.
   */
  missed?: 'skip' | 'once' | 'all';
  enabled?: boolean;
  /**
   * Whom it wakes, if it subscribes.
   */
  agent?: string;
  note?: string;
  [k: string]: unknown;
}

/**
 * A schema published at run time. Its id is derived from `defines`; a change may only add what is optional, else it is a new version of the name.
 */
export interface SchemaDefV1 {
  /**
   * Wire name of the schema; not one that is published with the system.
   */
  defines: string;
  description?: string;
  /**
   * JSON Schema 2020-12 of the payload, without references to elsewhere.
   */
  schema: {
    [k: string]: unknown;
  };
  /**
   * Hints of every crumb of the schema; a crumb's own are merged over them key by key.
   */
  llm_hints?: {
    [k: string]: unknown;
  };
  /**
   * Payloads that must be valid, and that the hints must be able to render.
   *
   * @minItems 1
   * @maxItems 16
   */
  examples: {
    [k: string]: unknown;
  }[];
  /**
   * Default audience of its crumbs.
   */
  audience?: 'all' | 'agents';
  retention?: {
    class: 'forever' | 'days' | 'latest';
    days?: number;
  };
}

/**
 * A session enters a new day: results of tools that were kept for the day are over, and what was said before is of an earlier day.
 */
export interface ScopeAdvanceV1 {
  scope: 'day';
  /**
   * What the new day is called: `Day 4`.
   */
  name?: string;
  [k: string]: unknown;
}

/**
 * One conversation and who takes part in it. Its id is derived from its name.
 */
export interface SessionV1 {
  /**
   * The session's own id, as used in `session` of every crumb.
   */
  name: string;
  title?: string;
  /**
   * @maxItems 256
   */
  members?: {
    kind: 'user' | 'agent';
    id: string;
    name?: string;
    muted?: boolean;
    present?: boolean;
    [k: string]: unknown;
  }[];
  [k: string]: unknown;
}

/**
 * A timer's time has come. Its id is derived from the timer and its version.
 */
export interface TimerFiredV1 {
  timer: {
    id: string;
    version: number;
    [k: string]: unknown;
  };
  due_at: string;
  /**
   * Whom it wakes, if it subscribes.
   */
  agent?: string;
  note?: string;
  [k: string]: unknown;
}

/**
 * Something to be announced once, at a time, by the database's clock. `timer.fired.v1` follows. Erase it to call it off.
 */
export interface TimerV1 {
  name?: string;
  fires_at: string;
  /**
   * Whom it wakes, if it subscribes.
   */
  agent?: string;
  note?: string;
  [k: string]: unknown;
}

/**
 * The tools there are. Its id is derived from `name`; a change is a new version, and only the latest is kept.
 */
export interface ToolCatalogV1 {
  name: string;
  /**
   * @maxItems 512
   */
  tools: {
    name: string;
    category?: string;
    description: string;
    output?: string;
    id?: string;
    version?: number;
    source?: string;
    runner?: string;
    effect?: 'repeatable' | 'at_most_once';
    persistence?: 'turn' | 'day' | 'session' | 'permanent';
    /**
     * false: nobody runs it now.
     */
    available?: boolean;
    [k: string]: unknown;
  }[];
  [k: string]: unknown;
}

/**
 * How an operator wants one tool to be run, over what its definition says. Its id is derived from `tool`.
 */
export interface ToolConfigV1 {
  tool: string;
  enabled?: boolean;
  timeout_ms?: number;
  /**
   * repeatable (default): may run again after a crash. at_most_once: noted as started before it runs; started and unanswered is answered with `outcome_unknown`, never run again.
   */
  effect?: 'repeatable' | 'at_most_once';
  persistence?: 'turn' | 'day' | 'session' | 'permanent';
}

/**
 * A tool as data: what it is for, what it takes and gives, and how it may be run. Its id is derived from `name`: one definition per tool and workspace.
 */
export interface ToolDefV1 {
  name: string;
  title?: string;
  category?: string;
  /**
   * What it does and when to use it, for the model.
   */
  description: string;
  /**
   * JSON Schema 2020-12 of the arguments; an object.
   */
  input: {
    [k: string]: unknown;
  };
  /**
   * JSON Schema 2020-12 of the result; anything if absent.
   */
  output?: {
    [k: string]: unknown;
  };
  /**
   * The property of `input` that takes a plain text where a mode gives no JSON: the text of a tag, the message of a digit choice. If absent: the one required property of type string, where there is exactly one.
   */
  argument?: string;
  /**
   * @maxItems 16
   */
  examples?: {
    input: {
      [k: string]: unknown;
    };
    output?: unknown;
    note?: string;
  }[];
  /**
   * Hard limit of one run. Default 30000.
   */
  timeout_ms?: number;
  /**
   * Runs at once in one process of its runner. Default 4.
   */
  concurrency?: number;
  /**
   * repeatable (default): may run again after a crash. at_most_once: noted as started before it runs; started and unanswered is answered with `outcome_unknown`, never run again.
   */
  effect?: 'repeatable' | 'at_most_once';
  /**
   * How long a result stays in later contexts of the agent that asked. turn (default): this turn only. day: until scope.advance.v1. session: as long as the session. permanent: in every session.
   */
  persistence?: 'turn' | 'day' | 'session' | 'permanent';
  /**
   * What its code may do to the log: search it, leave crumbs, set timers and schedules, request other tools.
   *
   * @maxItems 8
   */
  permissions?: ('search' | 'create' | 'timers' | 'requests')[];
  /**
   * The station that runs it; `tool-runner` if absent, else a service of its own.
   */
  runner?: string;
  /**
   * Where it comes from: `built-in`, `mcp:<server>`, `service:<name>`.
   */
  source?: string;
}

/**
 * A tool is to be run. Its id is derived from turn, step and ordinal, or from the request that asks for it and a name within that.
 */
export type ToolRequestV1 = {
  turn: {
    id: string;
    [k: string]: unknown;
  };
  /**
   * For whom: its definition must grant the tool.
   */
  agent: string;
  /**
   * Of the agent, as of the turn.
   */
  definition: {
    id: string;
    version: number;
    [k: string]: unknown;
  };
  step?: number;
  ordinal?: number;
  /**
   * The request of another tool that this one is a part of.
   */
  parent?: {
    id: string;
    [k: string]: unknown;
  };
  /**
   * Its name within the parent.
   */
  name?: string;
  tool: string;
  tool_def: {
    id: string;
    version: number;
    [k: string]: unknown;
  };
  input: {
    [k: string]: unknown;
  };
  /**
   * Who runs it.
   */
  runner: string;
  /**
   * Who hears the response: `pool`, an agent, or the station that runs the parent.
   */
  reply_to: string;
  [k: string]: unknown;
} & {
  [k: string]: unknown;
};

/**
 * What came of a tool request: a result or a readable error. Of each request there is one.
 */
export type ToolResponseV1 = {
  request: {
    id: string;
    [k: string]: unknown;
  };
  turn: {
    id: string;
    [k: string]: unknown;
  };
  agent: string;
  tool: string;
  status: 'ok' | 'error';
  /**
   * The result, as the tool gave it.
   */
  output?: {
    [k: string]: unknown;
  };
  /**
   * The result as the model reads it.
   */
  text: string;
  error?: {
    code: string;
    message: string;
    [k: string]: unknown;
  };
  /**
   * `text` was cut: the result was too long.
   */
  truncated?: boolean;
  persistence: {
    class: 'turn' | 'day' | 'session' | 'permanent';
    /**
     * Tool and arguments: a later result of the same key takes its place.
     */
    key: string;
    [k: string]: unknown;
  };
  reply_to: string;
  duration_ms?: number;
  /**
   * What was asked, as the model reads it: `check_will(P3)`.
   */
  call?: string;
  [k: string]: unknown;
};

/**
 * A tool that must not run twice is about to run. Its id is derived from the request.
 */
export interface ToolStartV1 {
  request: {
    id: string;
    [k: string]: unknown;
  };
  tool: string;
  [k: string]: unknown;
}

/**
 * What came of a tool that an operator tried: a result or a readable error. No agent is shown it.
 */
export type ToolTriedV1 = {
  /**
   * The tool.try.v1.
   */
  request: {
    id: string;
    [k: string]: unknown;
  };
  tool: string;
  status: 'ok' | 'error';
  /**
   * The result, as the tool gave it.
   */
  output?: {
    [k: string]: unknown;
  };
  /**
   * The result as a model would read it.
   */
  text: string;
  error?: {
    code: string;
    message: string;
    [k: string]: unknown;
  };
  /**
   * `text` was cut: the result was too long.
   */
  truncated?: boolean;
  duration_ms?: number;
  /**
   * What was asked: `check_will(P3)`.
   */
  call?: string;
  [k: string]: unknown;
};

/**
 * An operator tries a tool, outside of any turn. Of each there is one tool.tried.v1.
 */
export interface ToolTryV1 {
  tool: string;
  tool_def: {
    id: string;
    version: number;
    [k: string]: unknown;
  };
  input: {
    [k: string]: unknown;
  };
  /**
   * Who runs it.
   */
  runner: string;
  /**
   * It is not begun after this: nobody waits for it any more.
   */
  begin_by: string;
  [k: string]: unknown;
}

/**
 * What a person said.
 */
export interface UserMessageV1 {
  content: string;
  [k: string]: unknown;
}

/**
 * The `x-crumb` keyword of a schema: what is special about its crumbs beside the shape of their payload. Field names are fields of the payload.
 */
export interface CrumbRules {
  /**
   * Who may write it: kinds of participants, or `kind:id` for one of them.
   *
   * @minItems 1
   */
  writers: readonly string[];
  /**
   * Who writes it on behalf of its turn's agent, which then is its author. Default: nobody.
   *
   * @minItems 1
   */
  on_behalf?: readonly string[];
  /**
   * The tool-runner writes it only for a tool: with the tool request as its cause and the claim on it.
   */
  runner_needs_request?: true;
  /**
   * Field that names the agent whose definition it is: as a service of its own, that agent may write it. Default: no such agent.
   */
  owner?: string;
  /**
   * How long crumbs are kept: forever, some days, or only the latest version.
   */
  retention: { class: 'forever' } | { class: 'days'; days: number } | { class: 'latest' };
  /**
   * Who may read it when neither the draft nor its turn says so.
   */
  audience: 'all' | 'agents' | readonly string[];
  /**
   * Field that names its session when the draft names none. Default: none.
   */
  session?: string;
  /**
   * Field that names the service or agent that its event is addressed to. Default: nobody in particular.
   */
  recipient?: string;
  /**
   * Name that its derived id is computed with; kinds that share it never share a key. Never changes: ids are made of it.
   */
  identity?: string;
  /**
   * What its id is derived from, so that whoever writes it, and however often, gets the same id: lists of fields (dotted paths), of which the first whose fields are all there applies. Where none applies, and by default, the id is fresh.
   *
   * @minItems 1
   */
  key?: readonly (readonly (string | { const: string } | { field: string; default: number })[])[];
  /**
   * One crumb for each key, which is one field, with a content that may change: the same content again is the same crumb.
   */
  singleton?: true;
  /**
   * It says what happened: it may be erased, never changed.
   */
  immutable?: true;
  /**
   * The turn or the tool request that it is made for. Default: neither.
   */
  belongs_to?: {
    /**
     * Field whose `id` is the turn's.
     */
    turn?: string;
    /**
     * Field whose `id` is the tool request's.
     */
    tool_request?: string;
  };
  /**
   * Which of the agents that subscribe to it a crumb wakes. Default: all of them.
   */
  wakes?:
    | 'nobody'
    | {
        /**
         * Field that names the one agent that it wakes; absent in a crumb: all.
         */
        only?: string;
        /**
         * Field that names the one agent that it does not wake.
         */
        except?: string;
        /**
         * Values of fields without which it wakes nobody.
         */
        when?: {
          [k: string]: string;
        };
      };
  /**
   * The conductor reports its decision even when no agent wakes: its writer waits for an answer, and later messages of the session for their turn.
   */
  always_decided?: true;
  /**
   * May an operator bring it in as history, with author and occurred_at given?
   */
  importable: boolean;
  /**
   * How a crumb without hints of its own becomes text.
   */
  llm_hints: NonNullable<DraftV1['llm_hints']>;
}
