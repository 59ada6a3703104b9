import type { MemoryShortV1 } from '@crumbtrail/contracts';

/** Something that was said and lasts, with the breadcrumbs that it rests on. */
export type Fact = MemoryShortV1['facts'][number];

/** Who said a message. */
export interface MessageAuthor {
  readonly kind: string;
  readonly id: string;
  /** The name that others know them by. Default: their id. */
  readonly name?: string | undefined;
}

/** A message of a conversation. */
export interface SourceMessage {
  readonly id: string;
  readonly version: number;
  /** Position in the log. */
  readonly position: number;
  readonly author: MessageAuthor;
  readonly text: string;
  /** When it was said, in ISO 8601. */
  readonly at: string;
  readonly session: string;
}

export const nameAuthor = ({ id, name }: MessageAuthor): string => name ?? id;
