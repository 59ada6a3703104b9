import { BREADCRUMB_STORE } from '../service-names';
import { z } from 'zod';
import { defineOperation, replyOf } from './define-operation';
import { text } from './request-fields';

/** A consumer that was removed. */
export interface RemovedConsumer {
  readonly name: string;
  /** It had processed the log through here. */
  readonly floor: number;
}

/** Removes the consumer of a service that is gone for good, so that it holds nothing back any more. Refused while a process is subscribed to it. */
export const RemoveConsumer = defineOperation({
  name: 'store.remove-consumer',
  service: BREADCRUMB_STORE,
  callers: [],
  role: 'operator',
  request: z.object({ name: text }),
  reply: replyOf<RemovedConsumer>(),
});
