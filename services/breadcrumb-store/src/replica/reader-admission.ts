import type { RequestContext } from '@crumbtrail/bus';
import type { Operation } from '@crumbtrail/contracts';
import type { LogHeadReply } from '@crumbtrail/contracts/operations/log-head';
import { Admission, type Admitted } from '../identity/admission';
import type { Callers } from '../identity/callers';
import type { ReaderMetrics } from './reader-metrics';
import type { ReplicaIndex } from './replica-index';
import type { LogPosition, ReplicaLog } from './replica-log';
import { WITHIN_MS } from './within';
import type { WriterHead } from './writer-head';

/** What a {@link ReaderAdmission} works with. */
export interface ReaderAdmissionOptions {
  readonly callers: Callers;
  readonly writer: Pick<WriterHead, 'read'>;
  readonly log: ReplicaLog;
  readonly index: ReplicaIndex;
  readonly metrics: ReaderMetrics;
}

/** What the replica must have reached before a request is answered from it. */
export function requiredPosition(operation: Operation, request: unknown, head: LogHeadReply): LogPosition {
  const { epoch, wal_position } = head;
  const asOf = operation.replica?.asOf?.(request);
  // What was written after `as_of` is not in the reply. What was taken away since is not either: it must have reached the replica.
  const position = asOf === undefined ? head.position : Math.min(head.position, Math.max(asOf, head.last_change));
  return operation.replica?.turns ? { epoch, position, wal_position } : { epoch, position };
}

/**
 * Lets a request pass once the replica has everything that the writer would answer it from: the writer says where the log ends and whose key came
 * with it. Where the replica is not there in time, the request is refused as `unavailable`, and its sender asks the writer.
 */
export class ReaderAdmission extends Admission {
  constructor(private readonly parts: ReaderAdmissionOptions) {
    super();
  }

  async admit(operation: Operation, from: RequestContext, request: unknown): Promise<Admitted> {
    const { metrics } = this.parts;
    try {
      const admitted = await this.admitAtPosition(operation, from, request);
      metrics.admitted();
      return admitted;
    } catch (error) {
      metrics.refused();
      throw error;
    }
  }

  private async admitAtPosition(operation: Operation, from: RequestContext, request: unknown): Promise<Admitted> {
    const { callers, writer, log, index } = this.parts;
    const head = await writer.read(from.key);
    index.use(head.embedder);
    await log.reach(requiredPosition(operation, request, head), WITHIN_MS);
    // Only the writer knows at once that a key was revoked, so its answer says whose key it is.
    const identify = async (): Promise<NonNullable<typeof head.identity>> =>
      head.identity as NonNullable<typeof head.identity>;
    return callers.authenticate(operation, from, { identify });
  }
}
