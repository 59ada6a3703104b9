import { APIError } from 'openai';

/** What a request can do without, or with something else in its place, and as what else a server may name it. */
const DISPENSABLE: Readonly<Record<string, RegExp>> = {
  stream_options: /stream_options|include_usage|continuous_usage_stats/,
  logit_bias: /logit_bias/,
  response_format: /response_format|json_schema|json_object/,
  structured_outputs: /structured_outputs/,
  guided_json: /guided_json/,
  guided_regex: /guided_regex/,
  guided_choice: /guided_choice/,
  continue_final_message: /continue_final_message|add_generation_prompt/,
  stop: /["'`]stop["'`]|\bstop (?:strings?|sequences?|words?|parameter|is)\b/,
  prefix: /["'`]prefix["'`]/,
};
/** Values of these can be wrong too: only where the server does not know or take them at all are they left out. */
const CHOSEN: Readonly<Record<string, RegExp>> = {
  temperature: /temperature/,
  max_tokens: /max_tokens/,
  max_completion_tokens: /max_completion_tokens/,
};
const NOT_KNOWN =
  /not (?:be )?support|unsupported|unknown|unrecogni[sz]ed|not (?:allowed|permitted)|unexpected|forbidden/i;

/** The parameter that a server refuses by name of those that were sent; undefined where it refuses for another reason. */
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

/** May a parameter be sent? Not, where the server has refused it. */
export type Allowed = (parameter: string) => boolean;

/** What a server has refused, by model: it is not asked for again. */
export class RefusedParameters {
  private readonly refused = new Set<string>();

  allows(model: string, parameter: string): boolean {
    return !this.refused.has(`${model} ${parameter}`);
  }

  /** True when the error names something that the body holds, so that asking without it may help. */
  learn(model: string, error: unknown, body: object): boolean {
    const parameter = refusedIn(error, body);
    if (parameter === undefined || !this.allows(model, parameter)) return false;
    this.refused.add(`${model} ${parameter}`);
    return true;
  }
}
