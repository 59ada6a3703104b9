import { workspaceEvents } from '../protocol/subjects';
import type { Grants } from './grants';

/** The NATS user as whom programs outside of Crumbtrail read the events of one workspace. */
export const EVENT_READER_USER = 'event-reader';

/**
 * What that user may do on the server that the services use too: subscribe to the events of a workspace. It publishes nothing, not even requests to JetStream:
 * their answers go wherever the request says, also to subjects that its sender may not publish to. An empty list of what is allowed would allow everything,
 * so everything is denied.
 */
export const eventReaderGrants = (workspace: string): Grants => ({
  publish: [],
  subscribe: [workspaceEvents(workspace)],
  denied: { publish: ['>'], subscribe: [] },
});
