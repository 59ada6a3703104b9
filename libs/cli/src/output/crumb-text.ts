import type { Envelope } from '@crumbtrail/contracts';
import { toOneLine } from '../terminal';

/** A breadcrumb in one line: the first of its title, content, text, tool, error, name and agent that it has. */
export function crumbText({ title, context }: Pick<Envelope, 'context'> & { readonly title?: string }): string {
  const { content, text, error, tool, name, agent } = context as Record<string, unknown>;
  const message = (error as { message?: unknown } | undefined)?.message;
  const found = [title, content, text, message, tool, name, agent].find((one) => typeof one === 'string');
  return typeof found === 'string' ? toOneLine(found) : '';
}
