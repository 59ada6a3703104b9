import type { ScriptedModel } from '@crumbtrail/testing';
import { OpenAiModel } from '../src';
import {
  HOSTED_MODEL_LIMITS,
  type Capabilities,
  type StreamFilter,
  type ModelListener,
  type ModelReply,
  type ModelRequest,
} from '@crumbtrail/prompting';

/** Records what a listener receives; a new attempt discards the text of the one before. */
export class Told implements ModelListener {
  words = '';
  attempt(): void {
    this.words = '';
  }
  text(piece: string): void {
    this.words += piece;
  }
}

export const HELLO: ModelRequest = {
  messages: [
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: 'Alice: hi' },
  ],
};

/** A client of the scripted server with these capabilities. */
export function modelOf(server: ScriptedModel, can: Capabilities = {}): OpenAiModel {
  return new OpenAiModel({
    base_url: server.base_url,
    name: 'small-model',
    ...HOSTED_MODEL_LIMITS,
    max_attempts: 1,
    can,
  });
}

/** The model's reply, and the text that people saw while it streamed. */
export async function ask(
  model: OpenAiModel,
  request: Partial<ModelRequest> = {},
): Promise<{ reply: ModelReply; told: string }> {
  const told = new Told();
  const reply = await model.generate({ ...HELLO, ...request }, told, new AbortController().signal);
  return { reply, told: told.words };
}

/** A stream filter that shows the text before the marker and stops at it. */
export function until(sign: string): () => StreamFilter {
  return () => {
    let heard = '';
    const end = (): number => heard.indexOf(sign);
    return {
      push: (piece) => {
        const before = heard.length;
        heard += piece;
        const show = end() < 0 ? piece : heard.slice(before, Math.max(before, end()));
        return { show, stop: end() >= 0 };
      },
      text: () => (end() < 0 ? heard : heard.slice(0, end() + sign.length)),
    };
  };
}
