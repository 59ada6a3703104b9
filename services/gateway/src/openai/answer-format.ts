import type { Frame } from '../live/frame';
import { type CompletedAnswer, CompletionChunks, type CompletionName, formatCompletion } from './completion';
import type { OpenAiErrorReply } from './openai-error';

/** The frames of a streamed answer, in the order in which they are sent. The stream closes after the last of `last` or `failed`. */
export interface AnswerFrames {
  first(): readonly Frame[];
  delta(text: string): readonly Frame[];
  last(answer: CompletedAnswer): readonly Frame[];
  failed(body: OpenAiErrorReply['body']): readonly Frame[];
}

/** How an API of the protocol writes an answer. */
export interface AnswerFormat {
  whole(name: CompletionName, answer: CompletedAnswer): object;
  frames(name: CompletionName): AnswerFrames;
}

const DONE: Frame = { text: '[DONE]' };

/** The frames of a streamed chat completion. */
class ChatFrames implements AnswerFrames {
  constructor(private readonly chunks: CompletionChunks) {}

  first(): Frame[] {
    return [{ data: this.chunks.first() }];
  }

  delta(text: string): Frame[] {
    return [{ data: this.chunks.delta(text) }];
  }

  last(answer: CompletedAnswer): Frame[] {
    return [...this.chunks.last(answer).map((data) => ({ data })), DONE];
  }

  failed(data: OpenAiErrorReply['body']): Frame[] {
    return [{ data }, DONE];
  }
}

/** The format of chat completions. */
export const chatFormat = ({ includeUsage }: { readonly includeUsage: boolean }): AnswerFormat => ({
  whole: formatCompletion,
  frames: (name) => new ChatFrames(new CompletionChunks(name, includeUsage)),
});
