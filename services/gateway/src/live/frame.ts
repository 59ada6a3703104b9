/** One thing to say on an event stream. */
export interface Frame {
  readonly event?: string;
  /** The cursor that a reader resumes after. */
  readonly id?: string;
  readonly data?: unknown;
  /** Data that is no JSON, on one line. */
  readonly text?: string;
  /** Milliseconds after which a reader that lost us comes back. */
  readonly retry?: number;
  readonly comment?: string;
}

/** A frame as Server-Sent Events wants it. Data is JSON on one line; cursors and names hold no line breaks. */
export function formatFrame({ comment, retry, id, event, data, text }: Frame): string {
  const lines = [
    comment === undefined ? null : `: ${comment}`,
    retry === undefined ? null : `retry: ${retry}`,
    id === undefined ? null : `id: ${id}`,
    event === undefined ? null : `event: ${event}`,
    data === undefined ? null : `data: ${JSON.stringify(data)}`,
    text === undefined ? null : `data: ${text}`,
  ];
  return `${lines.filter((line) => line !== null).join('\n')}\n\n`;
}
