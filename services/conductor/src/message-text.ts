import { AgentResponse, satisfies, UserMessage, type Envelope } from '@crumbtrail/contracts';

/** What the crumb says, in Unicode's composed form; empty where its payload is no message. */
export function textOf({ context }: Envelope): string {
  const { content } = context;
  return typeof content === 'string' ? content.normalize('NFC') : '';
}

const MESSAGES = [UserMessage.name, AgentResponse.name];

/** Whether crumbs of this schema are what people and agents say in a conversation. */
export const isMessageSchema = (schemaName: string): boolean => MESSAGES.some((one) => satisfies(schemaName, one));
