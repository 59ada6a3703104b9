import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { connect } from 'nats';
import { ROOT } from '../database-copy';
import type { NatsLogin } from '../stack/nats-login';

const FIND = `
  const [root, home, text] = process.argv.slice(1);
  const { openDatabase } = require(root + '/services/breadcrumb-store/dist/database/open-database.js');
  const { findTablesWith } = require(root + '/libs/testing/dist/store/find-tables.js');
  const onDeath = (error) => { throw error; };
  openDatabase({ home, onDeath }).then(async ({ database }) => {
    console.log(JSON.stringify(await findTablesWith(database, text)));
    await database.close();
  });
`;

/** Every table of the embedded database under a home folder that holds the text, found in a process of its own. Its store must be stopped. */
export async function findEmbeddedTablesWith(home: string, text: string): Promise<string[]> {
  const { stdout } = await promisify(execFile)(process.execPath, ['-e', FIND, ROOT, home, text]);
  return JSON.parse(stdout) as string[];
}

/** The messages of a stream that hold the text in their subject, headers or data; `all` is how many there are. */
export async function findMessagesWith(
  { servers, user, password }: NatsLogin,
  stream: string,
  text: string,
): Promise<{ readonly all: number; readonly found: readonly string[] }> {
  const connection = await connect({ servers, user, pass: password, inboxPrefix: `_INBOX_${user}` });
  try {
    const { streams } = await connection.jetstreamManager({ checkAPI: false });
    const { first_seq, last_seq, messages } = (await streams.info(stream)).state;
    const found: string[] = [];
    for (let seq = first_seq; seq <= last_seq; seq += 1) {
      const message = await streams.getMessage(stream, { seq });
      const whole = `${message.subject}\n${String(message.header)}\n${message.string()}`;
      if (whole.toLowerCase().includes(text.toLowerCase())) found.push(whole);
    }
    return { all: messages, found };
  } finally {
    await connection.drain();
  }
}
