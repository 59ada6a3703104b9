import { Injectable } from '@nestjs/common';
import { mayRead, StopTurn, type TokenPiece } from '@crumbtrail/contracts';
import type { StoppedTurn } from '@crumbtrail/contracts/http/turns';
import type { LocatedIdentity } from '../cells/cell-directory';
import { ServiceRequests } from '../ports';
import type { Caller } from '../http/caller';
import { BreadcrumbReader } from '../records/breadcrumb-reader';

/** The most bytes of partial text that are stored: the size limit of a breadcrumb, less its envelope. */
const MOST_BYTES = 200 * 1024;

/** Truncates a text to a number of UTF-8 bytes without splitting a character. */
export function truncateUtf8(text: string, bytes = MOST_BYTES): string {
  const whole = Buffer.from(text.toWellFormed());
  if (whole.length <= bytes) return whole.toString();
  return new TextDecoder('utf-8').decode(whole.subarray(0, bytes), { stream: true });
}

/** Stops turns at once, and stores the text written so far. */
@Injectable()
export class TurnStopper {
  constructor(
    private readonly requests: ServiceRequests,
    private readonly reader: BreadcrumbReader,
  ) {}

  /** Stops a turn; a closed turn is not changed. Stores `shown` as its text, by default what was written so far. */
  async stop(caller: Caller, id: string, shown?: string): Promise<StoppedTurn> {
    const content = truncateUtf8(shown ?? (await this.textSoFar(await this.requests.identify(caller), id)));
    const { turn } = await this.requests.request(StopTurn, caller, {
      turn: id,
      ...(content === '' ? {} : { content }),
    });
    const [response] = turn.response_id ? await this.reader.readAvailable(caller, [{ id: turn.response_id }]) : [];
    return { turn, ...(response ? { response } : {}) };
  }

  /** The text written so far that the caller may read; empty if no reply is in progress. */
  async textSoFar(identity: LocatedIdentity, turn: string): Promise<string> {
    const { participant, role } = identity;
    const viewer = { participant, operator: role === 'operator' };
    const isTheirs = ({ audience, agent }: TokenPiece): boolean =>
      mayRead({ audience, author: { kind: 'agent', id: agent } }, viewer);
    const pieces = await this.requests.readPieces(identity, turn);
    const from = pieces.findLastIndex(({ kind }) => kind === 'reset');
    return pieces
      .slice(from + 1)
      .filter((piece) => piece.kind === 'text' && isTheirs(piece))
      .map(({ text }) => text)
      .join('');
  }
}
