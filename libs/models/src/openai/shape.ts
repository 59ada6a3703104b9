import type { ReplyShape, Capabilities } from '@crumbtrail/prompting';
import type { Allowed } from './refused-parameters';

/** How a shape is requested: its own parameters, and options that it overrides. */
export interface ShapeParameters {
  readonly parameters?: object;
  readonly temperature?: number;
  readonly max_tokens?: number;
}

const FOR_SURE = 100;
const ANY_OBJECT = { type: 'object' };
/** Without guidance a blank or a quotation mark may precede the digit. */
const LOOSE_DIGIT_TOKENS = 3;

type Guide = { readonly json: object } | { readonly regex: string } | { readonly choice: readonly string[] };

/** The guide in the provider's own parameter; undefined when it has none for this kind of guide or has rejected it. */
function guideParameter(guide: Guide, can: Capabilities, allowed: Allowed): object | undefined {
  if (can.guided === 'structured_outputs')
    return allowed('structured_outputs') ? { structured_outputs: guide } : undefined;
  if (can.guided === 'guided') {
    const [[name, value]] = Object.entries(guide) as [[string, unknown]];
    return allowed(`guided_${name}`) ? { [`guided_${name}`]: value } : undefined;
  }
  return undefined;
}

function jsonParameters(schema: object | undefined, can: Capabilities, allowed: Allowed): object | undefined {
  if (can.guided !== 'response_format') return guideParameter({ json: schema ?? ANY_OBJECT }, can, allowed);
  if (!allowed('response_format')) return undefined;
  return {
    response_format: schema ? { type: 'json_schema', json_schema: { name: 'reply', schema } } : { type: 'json_object' },
  };
}

/** One token at temperature 0, biased or guided to a digit; a few tokens when neither is supported. */
function digitParameters(most: number, can: Capabilities, allowed: Allowed): ShapeParameters {
  const digits = Array.from({ length: most + 1 }, (_, digit) => digit);
  const ids = digits.map((digit) => can.digit_tokens?.[digit]);
  if (allowed('logit_bias') && ids.every((id) => id !== undefined)) {
    const logit_bias = Object.fromEntries(ids.map((id) => [String(id), FOR_SURE]));
    return { parameters: { logit_bias }, temperature: 0, max_tokens: 1 };
  }
  const parameters = guideParameter({ choice: digits.map(String) }, can, allowed);
  return { parameters, temperature: 0, max_tokens: parameters ? 1 : LOOSE_DIGIT_TOKENS };
}

/** The parameters for a shape; none when the provider cannot enforce it. */
export function shapeParameters(shape: ReplyShape | undefined, can: Capabilities, allowed: Allowed): ShapeParameters {
  if (!shape) return {};
  if (shape.kind === 'digit') return digitParameters(shape.most, can, allowed);
  if (shape.kind === 'regex') return { parameters: guideParameter({ regex: shape.pattern }, can, allowed) };
  return { parameters: jsonParameters(shape.schema, can, allowed) };
}
