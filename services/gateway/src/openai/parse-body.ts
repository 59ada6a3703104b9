import type { z } from 'zod';
import { describeIssue, refuseUnsafe } from '../http/parse-shape';
import { invalidParam } from './openai-error';

function paramName(path: readonly PropertyKey[]): string | null {
  const name = path.map((one) => (typeof one === 'number' ? `[${one}]` : `.${String(one)}`)).join('');
  return name === '' ? null : name.replace(/^\./, '');
}

/** Makes a parser of a body of the protocol, which throws an error of the protocol. */
export const parseBodyAs =
  <Shape extends z.ZodType>(shape: Shape): ((body: unknown) => z.output<Shape>) =>
  (body) => {
    refuseUnsafe(body);
    const found = shape.safeParse(body, { error: describeIssue });
    if (found.success) return found.data;
    const [issue] = found.error.issues as [z.core.$ZodIssue];
    const param = paramName(issue.path);
    throw invalidParam(param, `${param ?? 'The body'} ${issue.message}.`);
  };
