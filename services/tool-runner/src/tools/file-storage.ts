import { SessionFile } from '@crumbtrail/contracts';
import { ToolError, type KeptFile, type KeptFiles, type Tool, type ToolCall } from '@crumbtrail/tool-runtime';

/** The arguments of a call have at most 256 KiB, and so has a result. */
const MOST_FILE_BYTES = 128 * 1024;
/** Of one agent in one session. */
const MOST_FILES = 64;
const MOST_BYTES = 4 * 1024 * 1024;
/** Characters of text that one call reads. */
const PAGE_CHARACTERS = 60_000;

interface FileInput {
  readonly action: 'save' | 'list' | 'read' | 'delete';
  readonly name?: string;
  readonly content?: string;
  readonly encoding?: 'text' | 'base64';
  readonly type?: string;
  readonly owner?: string;
  readonly offset?: number;
}

const invalid = (message: string): ToolError => new ToolError('invalid_input', message);

const toResult = ({ name, type, bytes, owner, saved_at, id }: KeptFile): object => ({
  name,
  type,
  bytes,
  owner,
  saved_at,
  id,
});

function requireName({ action, name }: FileInput): string {
  if (name !== undefined) return name;
  throw invalid(`\`${action}\` needs the \`name\` of a file; \`list\` shows the names.`);
}

/** The bytes of the content. Refuses base64 that is none, for it would be stored as something else. */
function bytesOf({ content, encoding = 'text' }: FileInput): Buffer {
  if (!content) throw invalid('`save` needs `content`, which is not empty.');
  if (encoding === 'text') return Buffer.from(content.toWellFormed());
  if (content.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(content))
    throw invalid('The content is not valid base64: use A to Z, a to z, 0 to 9, + and /, and fill up with =.');
  return Buffer.from(content, 'base64');
}

const kib = (bytes: number): string => `${Math.ceil(bytes / 1024)} KiB`;

/** Refuses a file that is too large, or one too many, and says what helps. `replaced`: the bytes and files that it takes the place of. */
function requireRoom(size: number, { own }: KeptFiles, replaced: readonly KeptFile[]): void {
  if (size > MOST_FILE_BYTES)
    throw new ToolError(
      'too_large',
      `The file has ${kib(size)}, and ${kib(MOST_FILE_BYTES)} are the most: save it in parts under several names, or shorten it.`,
    );
  const left = MOST_BYTES - own.bytes + replaced.reduce((sum, { bytes }) => sum + bytes, 0);
  if (own.count - replaced.length >= MOST_FILES || size > left)
    throw new ToolError(
      'quota_exceeded',
      `You keep ${own.count} files with ${kib(own.bytes)} in this conversation, and ${MOST_FILES} with ${kib(MOST_BYTES)} are the most: delete what you need no more, then save again.`,
    );
}

async function save(input: FileInput, { log, agent }: ToolCall): Promise<object> {
  const name = requireName(input);
  const bytes = bytesOf(input);
  const kept = await log.keptFiles();
  const replaced = kept.readable.filter((file) => file.owner === agent && file.name === name);
  requireRoom(bytes.length, kept, replaced);
  const type = input.encoding === 'base64' ? input.type : (input.type ?? 'text/plain');
  const { id } = await log.keepFile({ name, data: bytes.toString('base64'), ...(type !== undefined && { type }) });
  for (const file of replaced.filter((one) => one.id !== id)) await erase(file, log);
  return { id, name, bytes: bytes.length, replaced: replaced.length > 0 };
}

const erase = ({ id, version }: KeptFile, log: ToolCall['log']): Promise<unknown> =>
  log.update({ id, version, schema_name: SessionFile.name }, null);

/** The newest file of the name: of the owner if one is given, else one's own before those of others. */
function find({ readable }: KeptFiles, name: string, { agent, owner }: { agent: string; owner?: string }): KeptFile {
  const named = readable.filter((file) => file.name === name);
  const found = named.find((file) => file.owner === (owner ?? agent)) ?? (owner === undefined ? named[0] : undefined);
  if (found) return found;
  const names = [...new Set(readable.map((file) => file.name))].slice(0, MOST_FILES).join(', ') || 'none';
  throw new ToolError(
    'not_found',
    `There is no file ${name}${owner === undefined ? '' : ` of ${owner}`} in this conversation that you and the readers of your answer may read. Files: ${names}.`,
  );
}

const isText = (type: string): boolean => type.startsWith('text/') || type === 'application/json';

function pageOf(text: string, offset: number): object {
  const content = text.slice(offset, offset + PAGE_CHARACTERS).toWellFormed();
  const end = offset + PAGE_CHARACTERS;
  return { content, encoding: 'text', ...(end < text.length && { next_offset: end, characters: text.length }) };
}

async function read(input: FileInput, { log, agent }: ToolCall): Promise<object> {
  const { owner, offset = 0 } = input;
  const file = find(await log.keptFiles(), requireName(input), { agent, ...(owner !== undefined && { owner }) });
  const data = await log.readFile(file);
  const wanted = input.encoding ?? (isText(file.type) ? 'text' : 'base64');
  if (wanted === 'base64') return { ...toResult(file), content: data, encoding: 'base64' };
  const text = new TextDecoder().decode(Buffer.from(data, 'base64'));
  return { ...toResult(file), ...pageOf(text, offset) };
}

async function remove(input: FileInput, { log, agent }: ToolCall): Promise<object> {
  const file = find(await log.keptFiles(), requireName(input), { agent, owner: agent });
  await erase(file, log);
  return { deleted: file.name };
}

const ACTIONS: Readonly<Record<FileInput['action'], (input: FileInput, call: ToolCall) => Promise<object>>> = {
  save,
  read,
  delete: remove,
  list: async (_input, { log }) => {
    const { readable, own } = await log.keptFiles();
    return { files: readable.map(toResult), own, most: { count: MOST_FILES, bytes: MOST_BYTES } };
  },
};

const text = { type: 'string' } as const;

/** Keeps files of the agent in the session of its turn. */
export const fileStorage: Tool = {
  definition: {
    name: 'file_storage',
    title: 'Files',
    category: 'memory',
    source: 'built-in',
    description: [
      'Keeps files in this conversation: `save` one as text or base64, `list` them, `read` or `delete` one by its name. Saving a name again replaces your file of that name.',
      'Those who can read your answer can read and download the file; others cannot. You delete only your own.',
    ].join(' '),
    input: {
      type: 'object',
      properties: {
        action: { enum: ['save', 'list', 'read', 'delete'] },
        name: { type: 'string', minLength: 1, maxLength: 200, pattern: '^[^/\\\\\\x00-\\x1f\\x7f]+$' },
        content: { type: 'string', description: `To save; at most ${MOST_FILE_BYTES / 1024} KiB.` },
        encoding: {
          enum: ['text', 'base64'],
          description: 'Of the content. Default: text; reading, what the file is.',
        },
        type: { type: 'string', maxLength: 100, description: 'Media type, such as text/csv.' },
        owner: {
          type: 'string',
          maxLength: 64,
          description: 'The agent whose file to read. Default: yours, else anyone’s.',
        },
        offset: { type: 'integer', minimum: 0, description: 'Where to begin in a long text: `next_offset` of before.' },
      },
      required: ['action'],
      additionalProperties: false,
    },
    output: {
      type: 'object',
      properties: {
        id: text,
        name: text,
        type: text,
        bytes: { type: 'integer' },
        owner: text,
        saved_at: text,
        content: text,
        encoding: text,
        next_offset: { type: 'integer' },
        characters: { type: 'integer' },
        replaced: { type: 'boolean' },
        deleted: text,
        files: { type: 'array', items: { type: 'object' } },
        own: { type: 'object' },
        most: { type: 'object' },
      },
    },
    examples: [
      { input: { action: 'save', name: 'offers.csv', type: 'text/csv', content: 'hotel,price\nMar,90' } },
      { input: { action: 'read', name: 'offers.csv' } },
    ],
    timeout_ms: 30_000,
    permissions: ['search', 'create'],
  },
  run: async (given, call) => {
    if (call.session === undefined)
      throw new ToolError('needs_session', 'Files are kept in a session, and this turn is in none.');
    // The input was checked against the schema above.
    const input = given as unknown as FileInput;
    return ACTIONS[input.action](input, call);
  },
};
