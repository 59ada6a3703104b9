import { reasonOfParts, type ConversationPart, type ExportedMessage } from './conversation';

/** What programs write into the text of an answer besides the answer: LibreChat and models at its beginning, Open WebUI on lines of their own. */
const BEGINNING = /^\s*(?:<(think(?:ing)?)>[^]*?<\/\1>|:::thinking\n[^]*?\n:::(?=\n|$))\s*/;
const BLOCK = /^<details type="(reasoning|tool_calls|code_interpreter)"[^>]*>[^]*?<\/details>\s*/gm;
const KINDS: Readonly<Record<string, string>> = {
  reasoning: 'thought',
  tool_calls: 'tool call',
  code_interpreter: 'tool call',
};

/** An answer without the thoughts and calls that are written in its text, and what those are. */
function splitAnswer(whole: string): { readonly text: string; readonly leftOut: readonly string[] } {
  const answer = whole.replace(BEGINNING, '');
  const blocks = [...answer.matchAll(BLOCK)].map(([, type]) => KINDS[String(type)] as string);
  return { text: answer.replace(BLOCK, ''), leftOut: [...(answer === whole ? [] : ['thought']), ...blocks] };
}

/** A part whose answers are what the agent said to the person. */
export function withoutThoughts(part: ConversationPart): ConversationPart {
  const messages: ExportedMessage[] = [];
  const leftOut: string[] = [];
  const partsLeftOut: string[] = [];
  for (const message of part.messages) {
    const answer = message.by === 'agent' ? splitAnswer(message.text) : { text: message.text, leftOut: [] };
    if (answer.text.trim() === '') leftOut.push(reasonOfParts(answer.leftOut));
    else {
      messages.push({ ...message, text: answer.text });
      partsLeftOut.push(...answer.leftOut);
    }
  }
  return {
    ...part,
    messages,
    leftOut: [...part.leftOut, ...leftOut],
    partsLeftOut: [...part.partsLeftOut, ...partsLeftOut],
  };
}
