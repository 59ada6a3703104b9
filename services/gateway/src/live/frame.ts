/** One frame of an event stream. */
export interface Frame {
  readonly event?: string;
  /** The cursor after which a reader resumes. */
  readonly id?: string;
  readonly data?: unknown;
  /** Data that is not JSON, on one line. */
  readonly text?: string;
  /** Milliseconds after which a disconnected reader reconnects. */
  readonly retry?: number;
  readonly comment?: string;
}

/** Formats a frame as Server-Sent Events. Data is JSON on one line; cursors and names must not contain line breaks. */
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
