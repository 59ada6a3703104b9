import type { ChatBody } from '@crumbtrail/contracts/http/openai';
import { invalidParam } from './openai-error';

/** A file that a client sends inside of its message. */
export interface InlineFile {
  readonly name: string;
  readonly type: string;
  /** Base64. */
  readonly data: string;
}

type FileMessage = ChatBody['messages'][number];
type FilePart = Exclude<FileMessage['content'], string | null | undefined>[number];

/** As `files` of `user.message.v1`. */
const MAX_FILES = 8;
const DATA_URL = /^data:([a-z0-9.+-]+\/[a-z0-9.+-]+)(?:;[a-z0-9=_-]+)*;base64,/i;

function readDataUrl(url: string, param: string): Pick<InlineFile, 'type' | 'data'> {
  // The pattern looks at the beginning alone: a file may have megabytes.
  const [prefix, type] = DATA_URL.exec(url.slice(0, 300)) ?? [];
  if (prefix !== undefined && type !== undefined) return { type: type.toLowerCase(), data: url.slice(prefix.length) };
  const message = `${param} must be a data: URL in base64; addresses are not fetched. Send the file itself: data:image/png;base64,…`;
  throw invalidParam(param, message);
}

/** What the name of a file of this type ends with. */
const endingOf = (type: string): string => type.split('/')[1]?.replace(/[^a-z0-9]/g, '') ?? 'bin';

/** Control characters and separators of paths. */
const UNNAMEABLE = /[\p{Cc}/\\]/gu;

/** The name without the folders and characters that a name may not have. */
const plainName = (name: string): string => name.replace(UNNAMEABLE, '_').slice(0, 200).toWellFormed();

function readPart(part: FilePart, at: string): InlineFile | null {
  if (part.type === 'image_url') {
    const param = `${at}.image_url.url`;
    const { type, data } = readDataUrl(part.image_url?.url ?? '', param);
    return { name: `picture.${endingOf(type)}`, type, data };
  }
  if (part.type !== 'file') return null;
  const param = `${at}.file.file_data`;
  const { type, data } = readDataUrl(part.file?.file_data ?? '', param);
  return { name: plainName(part.file?.filename || `file.${endingOf(type)}`), type, data };
}

/** Is it a part that brings a file? */
export const isFilePart = ({ type }: FilePart): boolean => type === 'image_url' || type === 'file';

/** The files of the last message. Those of earlier messages are in the log already, or belong to history that is only quoted. */
export function readFiles(messages: readonly FileMessage[]): readonly InlineFile[] {
  const at = messages.length - 1;
  const content = messages[at]?.role === 'user' ? messages[at].content : null;
  if (typeof content === 'string' || !content) return [];
  const files = content.flatMap((part, i) => readPart(part, `messages[${at}].content[${i}]`) ?? []);
  if (files.length <= MAX_FILES) return files;
  throw invalidParam(`messages[${at}].content`, `The message has ${files.length} files; ${MAX_FILES} are the most.`);
}
