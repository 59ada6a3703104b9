/* Printed from schemas/ by `npm run contracts:print`. Do not edit. */
/**
 * What one agent got for one turn and why: the plan, the token counts and the account of every candidate. The formatted text is stored separately, as a blob that can be erased.
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
     * Characters kept of a message that exceeded the budget by itself.
     */
    cut?: number;
    /**
     * The name of its speaker did not fit the budget.
     */
    nameless?: boolean;
    /**
     * Prefix of the SHA-256 of its text.
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
   * The session and, if it has one, the session.v1 that the shown member names come from.
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
   * The five limits and the resulting cap, in tokens.
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
   * The decision about each candidate, kept items first in the order shown; at most 24 KiB for 256 of them. Read it with unpackAccount of libs/contracts, or request the context's explanation.
   */
  account: {
    columns: string[];
    /**
     * @maxItems 256
     */
    rows: unknown[][];
    beyond: number;
    /**
     * In accounts with rows: the names that the column `source` refers to, by index from 0.
     */
    sources?: string[];
    /**
     * Packed rows.
     */
    count?: number;
    /**
     * One text per column; `rows` is empty in that case.
     */
    packed?: string[];
    /**
     * Words that a packed column refers to, by index from 0.
     */
    dictionaries?: {
      [k: string]: string[];
    };
    /**
     * Decimal places of packed columns that hold fractions.
     */
    digits?: {
      [k: string]: number;
    };
    [k: string]: unknown;
  };
  /**
   * How tokens were counted: `tokens` and `budget` are the tokenizer's count times `factor`; the share `margin` of the cap was kept free.
   */
  counting?: {
    mode: 'exact' | 'estimate';
    factor: number;
    margin: number;
    samples?: number;
    [k: string]: unknown;
  };
  /**
   * What was searched for: word stems with their weights, and the earlier turns that a short message refers to.
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
   * Participants, as [kind, id], that names were chosen for; with the members in the session's version they determine the names shown.
   */
  speakers?: string[][];
  /**
   * Tools that the turn may use and the model is told about, the most relevant first. Absent if none are granted.
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
   * Granted tools that did not fit.
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
     * How tokens of this model are counted. `exact` (default): by the tokenizer. `estimate`: the tokenizer's count times `factor`, with the share `margin` of the budget kept free; values that are absent are learnt from the usage that the provider bills.
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
   * pool (default): the agent-executor runs it. service: a separate service subscribes to its contexts and runs it.
   */
  runner?: 'pool' | 'service';
  context?: Config;
  limits?: {
    turn_seconds?: number;
    max_hops?: number;
    turns_per_minute?: number;
    /**
     * Model calls in one turn that may request tools. Default 6.
     */
    tool_rounds?: number;
    /**
     * Tokens that the model may write in one turn, over all its calls.
     */
    turn_output_tokens?: number;
    /**
     * Billed (or counted) tokens of a whole trail. Default 2,000,000.
     */
    trail_tokens?: number;
    /**
     * US dollars for a whole trail.
     */
    trail_cost_usd?: number;
    /**
     * How often the same tool call may occur in one turn, or the same answer on one trail. Default 3.
     */
    repeats?: number;
  };
  /**
   * Tools that it may call, by name; a trailing `*` matches every name with that prefix. No other tool is run for it.
   *
   * @maxItems 64
   */
  tools?: string[];
  /**
   * How it requests tools. Default `native` with tools, else `none`.
   */
  tool_mode?: 'native' | 'json' | 'tags' | 'digit' | 'none';
  tool_options?: {
    /**
     * The most tools that the model is told about; of more granted tools, those most relevant to the turn. Default 16; in `digit` at most 9.
     */
    max_tools?: number;
    /**
     * `digit`: earlier messages that the model gets, besides the current one, when it chooses. Default 4.
     */
    recent_messages?: number;
    /**
     * `digit`, more than nine tools: `refuse` the definition, or let the model choose a group first. Default refuse.
     */
    over_nine?: 'refuse' | 'groups';
    /**
     * `digit`, after a failed tool: tell the model (default), or answer without the result.
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
   * Preset for settings that are absent. Default `conversational`.
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
   * Number of last exchanges that are always kept. Default 2.
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
     * The largest share of the budget that it may take.
     */
    quota?: number;
    min_tokens?: number;
    max_tokens?: number;
    /**
     * Its element in `lmml`; derived from its name if absent.
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
     * Embedding similarity from which two kept texts count as near-duplicates; 1 disables the check. Default 0.97.
     */
    cosine?: number;
    /**
     * Minimum information of a text, in bits; a text below it is filler. See docs/guides.
     */
    information?: number;
  };
  /**
   * Weights of the features that search sources rank by; 0 disables a feature. Defaults are in docs/guides.
   */
  features?: {
    /**
     * Query words in the text itself.
     */
    bm25?: number;
    /**
     * Embedding similarity, by the active embedder.
     */
    vector?: number;
    /**
     * Query words in the previous turn: an answer seldom repeats its question.
     */
    previous?: number;
    /**
     * Query words in the next turn.
     */
    next?: number;
    /**
     * Query words two turns away.
     */
    second?: number;
    /**
     * Query words in the same sitting (messages close in time).
     */
    session?: number;
    /**
     * The author is named in the query.
     */
    speaker?: number;
    /**
     * Written within the time that the query names, or soon after.
     */
    date?: number;
    /**
     * Recency.
     */
    recency?: number;
    /**
     * Tags in common with the crumb of the query.
     */
    tags?: number;
  };
}
export interface Source {
  /**
   * Name in the account. Default: the type.
   */
  name?: string;
  type: 'recent' | 'latest' | 'tagged' | 'text' | 'vector' | 'hybrid' | 'trail' | 'catalog' | 'results';
  /**
   * The section of its items. Default: by type.
   */
  section?: 'tools' | 'knowledge' | 'state' | 'summaries' | 'events' | 'results' | 'relevant' | 'recent';
  /**
   * @minItems 1
   * @maxItems 32
   */
  schemas?: string[];
  /**
   * All of these tags.
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
   * Items with a lower score are dropped, and recorded as dropped.
   */
  floor?: number;
  weight?: number;
}

/**
 * The end of a turn. Each turn has exactly one.
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
   * `content` is incomplete: the text up to the moment when the turn ended.
   */
  partial?: boolean;
  stopped_by?: {
    kind: string;
    id: string;
    [k: string]: unknown;
  };
  /**
   * `content` as JSON, if the definition has an output_schema.
   */
  output?: {
    [k: string]: unknown;
  };
  /**
   * Number of steps before the answer.
   */
  steps?: number;
  /**
   * Number of requested tools.
   */
  tool_calls?: number;
  [k: string]: unknown;
};

/**
 * One model call that did not end its turn: the text of the model, and the tools that it requested. Each step number of a turn occurs once.
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
   * model: it requested tools, or wrote a reply that needs an observation. choice: it chose a tool by number. repair: its reply was invalid and it was asked to correct it.
   */
  kind: 'model' | 'choice' | 'repair';
  /**
   * The text of the model, unchanged, including its thinking; never shown to people.
   */
  content?: string;
  /**
   * @maxItems 32
   */
  calls: {
    ordinal: number;
    tool: string;
    /**
     * The id given by the provider.
     */
    call_id?: string;
    input?: {
      [k: string]: unknown;
    };
    /**
     * false: the result is the answer, unchanged. Default true.
     */
    return_to_llm?: boolean;
    /**
     * Set if the call was refused before anything was requested.
     */
    error?: {
      code: string;
      message: string;
      [k: string]: unknown;
    };
    [k: string]: unknown;
  }[];
  /**
   * What the model is told next instead of a result.
   */
  observation?: {
    code: string;
    message: string;
    [k: string]: unknown;
  };
  /**
   * Messages that arrived after the context was built and were given to the model before this call.
   *
   * @maxItems 64
   */
  injected?: {
    id: string;
    version: number;
    [k: string]: unknown;
  }[];
  /**
   * Why the turn takes no further step: a guard, or the rules of the mode.
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
   * Log position at which the context is built.
   */
  as_of: number;
  now: string;
  deadline_at: string;
  [k: string]: unknown;
}

/**
 * How contexts of one consumer are built. It is read for every turn, so a change takes effect at once. Its id is derived from `consumer`.
 */
export interface ContextConfigV1 {
  /**
   * The agent that it applies to.
   */
  consumer: string;
  /**
   * Preset for settings that are absent. Default `conversational`.
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
   * Number of last exchanges that are always kept. Default 2.
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
     * The largest share of the budget that it may take.
     */
    quota?: number;
    min_tokens?: number;
    max_tokens?: number;
    /**
     * Its element in `lmml`; derived from its name if absent.
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
     * Embedding similarity from which two kept texts count as near-duplicates; 1 disables the check. Default 0.97.
     */
    cosine?: number;
    /**
     * Minimum information of a text, in bits; a text below it is filler. See docs/guides.
     */
    information?: number;
  };
  /**
   * Weights of the features that search sources rank by; 0 disables a feature. Defaults are in docs/guides.
   */
  features?: {
    /**
     * Query words in the text itself.
     */
    bm25?: number;
    /**
     * Embedding similarity, by the active embedder.
     */
    vector?: number;
    /**
     * Query words in the previous turn: an answer seldom repeats its question.
     */
    previous?: number;
    /**
     * Query words in the next turn.
     */
    next?: number;
    /**
     * Query words two turns away.
     */
    second?: number;
    /**
     * Query words in the same sitting (messages close in time).
     */
    session?: number;
    /**
     * The author is named in the query.
     */
    speaker?: number;
    /**
     * Written within the time that the query names, or soon after.
     */
    date?: number;
    /**
     * Recency.
     */
    recency?: number;
    /**
     * Tags in common with the crumb of the query.
     */
    tags?: number;
  };
}
/**
 * An operator passes the event of a dead letter to its handler again. A handler that fails again writes another dead letter, of this generation.
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
 * An event that a service could not handle, after a limited number of retries. Nothing is lost: the crumb is in the log.
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
 * The fields of a new crumb that a caller may set. The store assigns ids, versions, positions, trails and (except in imports) authors.
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
     * Handlebars template over the payload; replaces `format`.
     */
    template?: string;
    /**
     * JSONPath (RFC 9535) expressions on the payload; only the selected values are rendered.
     *
     * @maxItems 32
     */
    include?: string[];
    /**
     * JSONPath expressions on the payload; the selected values are omitted.
     *
     * @maxItems 32
     */
    exclude?: string[];
    /**
     * New members of the payload, computed after include and exclude. `mode` determines whether they replace the payload or are added to it.
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
     * replace (default): only the transform's members are shown. merge: they are added to those of the payload.
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
 * A breadcrumb as returned by the store.
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
     * Handlebars template over the payload; replaces `format`.
     */
    template?: string;
    /**
     * JSONPath (RFC 9535) expressions on the payload; only the selected values are rendered.
     *
     * @maxItems 32
     */
    include?: string[];
    /**
     * JSONPath expressions on the payload; the selected values are omitted.
     *
     * @maxItems 32
     */
    exclude?: string[];
    /**
     * New members of the payload, computed after include and exclude. `mode` determines whether they replace the payload or are added to it.
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
     * replace (default): only the transform's members are shown. merge: they are added to those of the payload.
     */
    mode?: 'replace' | 'merge';
  };
  /**
   * Hints of the crumb's run-time schema at this version; absent for published schemas. llm_hints override them.
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
 * A guard ended or refused a turn, with the reason.
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
 * What models cost, in US dollars per million tokens. There is one per workspace; prices in an agent definition take precedence.
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
 * A time of a schedule is due. Its id is derived from the schedule and the time.
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
   * Number of earlier, missed times that this tick represents.
   */
  missed?: number;
  /**
   * The agent that it wakes, if that agent subscribes.
   */
  agent?: string;
  note?: string;
  [k: string]: unknown;
}

/**
 * A recurring event, by cron expression and time zone. Each time produces a `schedule.tick.v1`. Its id is derived from `name`; `enabled: false` pauses it.
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
   * How times that passed while the system was down are handled. once (default): one tick with their number. skip: no tick. all: one tick each, 100 at most.
   */
  missed?: 'skip' | 'once' | 'all';
  enabled?: boolean;
  /**
   * The agent that it wakes, if that agent subscribes.
   */
  agent?: string;
  note?: string;
  [k: string]: unknown;
}

/**
 * A schema published at run time. Its id is derived from `defines`; a change may only add optional parts; any other change needs a new version of the name.
 */
export interface SchemaDefV1 {
  /**
   * Wire name of the schema; names published with the system are reserved.
   */
  defines: string;
  description?: string;
  /**
   * JSON Schema 2020-12 of the payload, without external references.
   */
  schema: {
    [k: string]: unknown;
  };
  /**
   * Hints of every crumb of the schema; the hints of a crumb override them key by key.
   */
  llm_hints?: {
    [k: string]: unknown;
  };
  /**
   * Payloads that must be valid and that the hints must render.
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
 * A session enters a new day: tool results that were kept for the day expire, and earlier messages belong to an earlier day.
 */
export interface ScopeAdvanceV1 {
  scope: 'day';
  /**
   * The name of the new day: `Day 4`.
   */
  name?: string;
  [k: string]: unknown;
}

/**
 * One conversation and who takes part in it. Its id is derived from its name.
 */
export interface SessionV1 {
  /**
   * The session's id, as used in `session` of every crumb.
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
 * A timer is due. Its id is derived from the timer and its version.
 */
export interface TimerFiredV1 {
  timer: {
    id: string;
    version: number;
    [k: string]: unknown;
  };
  due_at: string;
  /**
   * The agent that it wakes, if that agent subscribes.
   */
  agent?: string;
  note?: string;
  [k: string]: unknown;
}

/**
 * A one-time event at a time of the database's clock, which produces a `timer.fired.v1`. Erase it to cancel it.
 */
export interface TimerV1 {
  name?: string;
  fires_at: string;
  /**
   * The agent that it wakes, if that agent subscribes.
   */
  agent?: string;
  note?: string;
  [k: string]: unknown;
}

/**
 * The available tools. Its id is derived from `name`; a change is a new version, and only the latest is kept.
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
     * false: no service runs it now.
     */
    available?: boolean;
    [k: string]: unknown;
  }[];
  [k: string]: unknown;
}

/**
 * Settings of an operator for one tool, which override its definition. Its id is derived from `tool`.
 */
export interface ToolConfigV1 {
  tool: string;
  enabled?: boolean;
  timeout_ms?: number;
  /**
   * repeatable (default): may run again after a crash. at_most_once: its start is recorded first; a started run without a response is answered with `outcome_unknown` and never run again.
   */
  effect?: 'repeatable' | 'at_most_once';
  persistence?: 'turn' | 'day' | 'session' | 'permanent';
}

/**
 * A tool as data: its purpose, its arguments and result, and how it may be run. Its id is derived from `name`: one definition per tool and workspace.
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
   * JSON Schema 2020-12 of the result. Default: any result.
   */
  output?: {
    [k: string]: unknown;
  };
  /**
   * The property of `input` that gets a plain text in modes without JSON arguments: the text of a tag, the message of a digit choice. Default: the required property of type string, if there is exactly one.
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
   * Time limit of one run. Default 30000.
   */
  timeout_ms?: number;
  /**
   * Concurrent runs in one process of its runner. Default 4.
   */
  concurrency?: number;
  /**
   * repeatable (default): may run again after a crash. at_most_once: its start is recorded first; a started run without a response is answered with `outcome_unknown` and never run again.
   */
  effect?: 'repeatable' | 'at_most_once';
  /**
   * How long a result stays in later contexts of the agent that requested it. turn (default): this turn only. day: until scope.advance.v1. session: as long as the session. permanent: in every session.
   */
  persistence?: 'turn' | 'day' | 'session' | 'permanent';
  /**
   * What its code may do with the log: search it, publish crumbs, set timers and schedules, request other tools.
   *
   * @maxItems 8
   */
  permissions?: ('search' | 'create' | 'timers' | 'requests')[];
  /**
   * The service that runs it. Default: `tool-runner`.
   */
  runner?: string;
  /**
   * Where it comes from: `built-in`, `mcp:<server>`, `service:<name>`.
   */
  source?: string;
}

/**
 * A request to run a tool. Its id is derived from turn, step and ordinal, or from the parent request and a name within it.
 */
export type ToolRequestV1 = {
  turn: {
    id: string;
    [k: string]: unknown;
  };
  /**
   * The agent that the tool runs for; its definition must grant the tool.
   */
  agent: string;
  /**
   * The version of the agent's definition in the turn.
   */
  definition: {
    id: string;
    version: number;
    [k: string]: unknown;
  };
  step?: number;
  ordinal?: number;
  /**
   * The request of another tool that made this one.
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
   * The service that runs it.
   */
  runner: string;
  /**
   * Who receives the response: `pool`, an agent, or the service that runs the parent.
   */
  reply_to: string;
  [k: string]: unknown;
} & {
  [k: string]: unknown;
};

/**
 * The outcome of a tool request: a result or a readable error. Each request has one.
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
   * The result as returned by the tool.
   */
  output?: {
    [k: string]: unknown;
  };
  /**
   * The result as text for the model.
   */
  text: string;
  error?: {
    code: string;
    message: string;
    [k: string]: unknown;
  };
  /**
   * `text` is truncated, because the result was too long.
   */
  truncated?: boolean;
  persistence: {
    class: 'turn' | 'day' | 'session' | 'permanent';
    /**
     * Tool and arguments: a later result with the same key replaces this one.
     */
    key: string;
    [k: string]: unknown;
  };
  reply_to: string;
  duration_ms?: number;
  /**
   * The call, as text for the model: `check_will(P3)`.
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
 * The outcome of a tool that an operator tried: a result or a readable error. It is not shown to agents.
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
   * The result as returned by the tool.
   */
  output?: {
    [k: string]: unknown;
  };
  /**
   * The result as text for a model.
   */
  text: string;
  error?: {
    code: string;
    message: string;
    [k: string]: unknown;
  };
  /**
   * `text` is truncated, because the result was too long.
   */
  truncated?: boolean;
  duration_ms?: number;
  /**
   * The call, as text: `check_will(P3)`.
   */
  call?: string;
  [k: string]: unknown;
};

/**
 * An operator tries a tool, outside of any turn. Each try has one tool.tried.v1.
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
   * The service that runs it.
   */
  runner: string;
  /**
   * The latest time at which it may start; after that the caller no longer waits for it.
   */
  begin_by: string;
  [k: string]: unknown;
}

/**
 * A message of a person.
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
