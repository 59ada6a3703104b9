/** What a user enters in a chat: a message, a command such as `/session harbour`, or nothing yet. */
export type ChatInput =
  | { readonly type: 'message'; readonly text: string }
  | { readonly type: 'command'; readonly name: string; readonly argument: string }
  | { readonly type: 'incomplete' }
  | { readonly type: 'nothing' };

/** Joins typed lines to messages: a line that ends in a backslash goes on with the next one. */
export class ChatLines {
  private lines: string[] = [];

  /** Is the next line the continuation of a message? */
  get isOpen(): boolean {
    return this.lines.length > 0;
  }

  add(line: string): ChatInput {
    if (line.endsWith('\\')) {
      this.lines.push(line.slice(0, -1));
      return { type: 'incomplete' };
    }
    const isFirst = !this.isOpen;
    const text = [...this.lines, line].join('\n');
    this.clear();
    if (text.trim() === '') return { type: 'nothing' };
    const [, name, argument = ''] = (isFirst && /^\/([a-z]+)(?:\s+(.*))?$/.exec(text.trim())) || [];
    return name === undefined ? { type: 'message', text } : { type: 'command', name, argument: argument.trim() };
  }

  /** Forgets the lines of a message that is not complete. */
  clear(): void {
    this.lines = [];
  }
}
