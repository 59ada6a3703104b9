import type { Model, ModelListener, ModelReply, ModelRequest } from '@crumbtrail/prompting';
import { quote } from './quote';

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
    const pieces = answer(quote(context.join('\n'), OFFLINE_NOTICE));
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

function answer(quotes: readonly string[]): string[] {
  if (quotes.length === 0) return [OFFLINE_NOTICE, ' I found nothing about that in the conversation.'];
  return [OFFLINE_NOTICE, ' Closest to your message:', ...quotes.map((line) => `\n- ${line}`)];
}
