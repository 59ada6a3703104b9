import type { Model, ModelListener, ModelReply, ModelRequest } from '@crumbtrail/prompting';
import { quote, quoteFound } from './quote';

/** The first sentence of every answer of the offline model. */
export const OFFLINE_NOTICE = 'I am the built-in offline model: no language model, I can only quote my context.';

/**
 * Answers without a language model and without a network, immediately and deterministically: quotes the lines of its
 * context that are most similar to the question.
 */
export class OfflineModel implements Model {
  readonly description = 'offline (built in; quotes its context)';

  async generate(request: ModelRequest, listener: ModelListener, signal: AbortSignal): Promise<ModelReply> {
    signal.throwIfAborted();
    const context = request.messages.map(contextIn).filter((text) => text !== '');
    const whole = context.join('\n');
    const pieces = answer(quote(whole, OFFLINE_NOTICE), quoteFound(whole, OFFLINE_NOTICE));
    listener.attempt(1);
    for (const piece of pieces) listener.text(piece);
    return { content: pieces.join(''), model: 'offline', attempts: 1, finish_reason: 'stop' };
  }
}

/**
 * The part of a message that belongs to the context: of a system message only the frame, because the rest is the
 * agent's own prompt.
 */
function contextIn({ role, content }: ModelRequest['messages'][number]): string {
  return role === 'system' ? (/^<agent-context [^]*^<\/agent-context>$/m.exec(content)?.[0] ?? '') : content;
}

/** Words are compared simply here: what the context has found in other words, or in another language, is quoted as it stands. */
function answer(quotes: readonly string[], found: readonly string[]): string[] {
  const list = (lines: readonly string[]): string[] => lines.map((line) => `\n- ${line}`);
  if (quotes.length > 0) return [OFFLINE_NOTICE, ' Closest to your message:', ...list(quotes)];
  if (found.length > 0) return [OFFLINE_NOTICE, ' My context holds for your message:', ...list(found)];
  return [OFFLINE_NOTICE, ' I found nothing about that in the conversation.'];
}
