import { LRUCache } from 'lru-cache';
import { APIError } from 'openai';

/** Parameters that a request can omit or replace, and the names by which servers refer to them. */
const DISPENSABLE: Readonly<Record<string, RegExp>> = {
  stream_options: /stream_options|include_usage|continuous_usage_stats/,
  logit_bias: /logit_bias/,
  cache_control: /cache_control/,
  response_format: /response_format|json_schema|json_object/,
  structured_outputs: /structured_outputs/,
  guided_json: /guided_json/,
  guided_regex: /guided_regex/,
  guided_choice: /guided_choice/,
  continue_final_message: /continue_final_message|add_generation_prompt/,
  stop: /["'`]stop["'`]|\bstop (?:strings?|sequences?|words?|parameter|is)\b/,
  prefix: /["'`]prefix["'`]/,
};
/**
 * The values of these can be wrong too: they are omitted only when the server does not support the parameter at all.
 */
const CHOSEN: Readonly<Record<string, RegExp>> = {
  temperature: /temperature/,
  tool_choice: /tool_choice/,
  max_tokens: /max_tokens/,
  max_completion_tokens: /max_completion_tokens/,
};
const NOT_KNOWN =
  /not (?:be )?support|unsupported|unknown|unrecogni[sz]ed|not (?:allowed|permitted)|unexpected|forbidden/i;

/** The sent parameter that a server rejects by name; undefined when it rejects the request for another reason. */
function refusedIn(error: unknown, body: object): string | undefined {
  if (!(error instanceof APIError) || (error.status !== 400 && error.status !== 422)) return undefined;
  const said = `${error.message} ${JSON.stringify(error.error ?? '')}`;
  const sent = JSON.stringify(body);
  const named = (known: typeof CHOSEN): string | undefined => {
    const candidates = Object.entries(known).filter(([name]) => sent.includes(`"${name}":`));
    return (candidates.find(([name]) => name === error.param) ?? candidates.find(([, sign]) => sign.test(said)))?.[0];
  };
  return named(DISPENSABLE) ?? (NOT_KNOWN.test(said) ? named(CHOSEN) : undefined);
}

/** Whether a parameter may be sent, because the server has not rejected it. */
export type Allowed = (parameter: string) => boolean;

/** So long what a server has rejected is not sent, milliseconds: behind a router another server may answer next. */
export const NOT_SENT_FOR_MS = 600_000;
const MAX_REMEMBERED = 1_000;

/** The parameters that a server has rejected, by model; they are not sent again for ten minutes. */
export class RefusedParameters {
  /** When each was rejected. */
  private readonly refused = new LRUCache<string, number>({ max: MAX_REMEMBERED });

  constructor(private readonly now: () => number = () => performance.now()) {}

  allows(model: string, parameter: string): boolean {
    const at = this.refused.get(`${model} ${parameter}`);
    return at === undefined || this.now() - at > NOT_SENT_FOR_MS;
  }

  /**
   * Records the parameter that the error names. Returns true if the body contained it, so that a request without it may
   * succeed.
   */
  learn(model: string, error: unknown, body: object): boolean {
    const parameter = refusedIn(error, body);
    if (parameter === undefined || !this.allows(model, parameter)) return false;
    this.refused.set(`${model} ${parameter}`, this.now());
    return true;
  }
}
