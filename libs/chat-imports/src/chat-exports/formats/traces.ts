import {
  countReason,
  isItem,
  itemIn,
  listIn,
  optional,
  textIn,
  timeIn,
  type ConversationPart,
  type ExportedMessage,
  type ExportFormat,
  type ReadMessages,
} from '../conversation';
import { readChatMessages } from '../chat-messages';
import { readContent } from '../message-content';

type Speaker = ExportedMessage['by'];

/** Keys under which chains keep what was asked and answered, the likeliest first. */
const ASKED = ['input', 'question', 'query', 'prompt', 'content', 'text'];
const ANSWERED = ['output', 'answer', 'content', 'text', 'result', 'response'];

/** The message of the first of some results: LangChain's generations, OpenAI's choices. */
function firstMessage(results: unknown): unknown {
  const first: unknown = Array.isArray(results) ? results[0] : results;
  return Array.isArray(first) ? firstMessage(first) : itemIn(first)['message'];
}

/** The list of chat messages in an input or output, wherever the program puts it. */
function messagesIn(value: unknown): readonly unknown[] | undefined {
  if (Array.isArray(value)) return Array.isArray(value[0]) ? (value[0] as unknown[]) : value;
  const { messages, generations, choices } = itemIn(value);
  if (Array.isArray(messages)) return messagesIn(messages);
  const answer = firstMessage(generations) ?? firstMessage(choices);
  return isItem(answer) ? [answer] : undefined;
}

/** What one side said in a turn, and what its input or output holds besides. */
interface Side extends Pick<ReadMessages, 'leftOut' | 'partsLeftOut'> {
  readonly text?: string;
}

/** Of chat messages the last of one side; those before it are of earlier turns. */
function saidLast(messages: readonly unknown[], by: Speaker): Side {
  const read = readChatMessages(messages);
  const last = read.messages.findLast((one) => one.by === by);
  const others = read.messages.length - (last === undefined ? 0 : 1);
  return {
    ...optional('text', last?.text),
    leftOut: [...read.leftOut, ...countReason(others, 'message that a trace repeats of an earlier turn')],
    partsLeftOut: read.partsLeftOut,
  };
}

/** What one side said in a turn: the last of its chat messages, or the text of the likeliest key. */
function saidIn(value: unknown, by: Speaker): Side {
  const messages = messagesIn(value);
  if (messages) return saidLast(messages, by);
  if (!isItem(value)) return { ...optional('text', textIn(value)), leftOut: [], partsLeftOut: [] };
  const keys = by === 'person' ? ASKED : ANSWERED;
  const contents = [itemIn(value['message'])['content'], ...keys.map((key) => value[key])];
  const found = contents.map(readContent).find(({ text }) => text !== undefined);
  return { ...optional('text', found?.text), leftOut: [], partsLeftOut: found?.leftOut ?? [] };
}

/** One recorded turn. */
interface RecordedTurn {
  readonly conversation: string;
  readonly id: string;
  readonly title: string | undefined;
  readonly input: unknown;
  readonly output: unknown;
  readonly asked: string | undefined;
  readonly answered: string | undefined;
}

function readTurn({ conversation, id, title, input, output, asked, answered }: RecordedTurn): ConversationPart {
  const sides = [
    ['person', saidIn(input, 'person'), asked, 'turn whose input holds no message of a person'],
    ['agent', saidIn(output, 'agent'), answered, 'turn whose output holds no answer'],
  ] as const;
  return {
    conversation,
    ...optional('title', title),
    messages: sides.flatMap(([by, { text }, at]) =>
      text === undefined ? [] : [{ id: `${id}/${by}`, by, text, ...optional('at', at) }],
    ),
    leftOut: sides.flatMap(([, { text, leftOut }, , without]) => [
      ...leftOut,
      ...(text === undefined ? [without] : []),
    ]),
    partsLeftOut: sides.flatMap(([, { partsLeftOut }]) => partsLeftOut),
  };
}

/** A run of LangSmith. Only the outermost run of a trace is a turn; those inside are steps. */
export const langsmith: ExportFormat = {
  recognises: (item) => 'run_type' in item && 'inputs' in item,

  read(item, { file, nth }): ConversationPart | undefined {
    if (textIn(item['parent_run_id']) !== undefined || listIn(item['parent_run_ids']).length > 0) return undefined;
    const metadata = itemIn(itemIn(item['extra'])['metadata']);
    const { thread_id: thread, session_id: session, conversation_id: conversation } = metadata;
    const id = textIn(item['id']) ?? String(nth);
    return readTurn({
      id,
      conversation:
        textIn(thread) ?? textIn(session) ?? textIn(conversation) ?? textIn(item['trace_id']) ?? `${file}-${id}`,
      title: textIn(item['name']),
      input: item['inputs'],
      output: item['outputs'],
      asked: timeIn(item['start_time']),
      answered: timeIn(item['end_time']),
    });
  },
};

/** A trace of Langfuse. */
export const langfuse: ExportFormat = {
  recognises: (item) =>
    'input' in item && 'output' in item && ('sessionId' in item || 'timestamp' in item || 'projectId' in item),

  read(item, { file, nth }): ConversationPart {
    const id = textIn(item['id']) ?? String(nth);
    const at = timeIn(item['timestamp'] ?? item['startTime']);
    return readTurn({
      id,
      conversation: textIn(item['sessionId']) ?? `${file}-${id}`,
      title: textIn(item['name']),
      input: item['input'],
      output: item['output'],
      asked: at,
      answered: timeIn(item['endTime']) ?? at,
    });
  },
};
