import { delimiter, join } from 'node:path';

/** Where to look for nats-server, in this order: the environment variable, PATH, /usr/sbin, the cache of this repository. */
export function natsServerCandidates(): readonly string[] {
  const { NATS_SERVER_BIN, PATH = '', CRUMBTRAIL_CACHE } = process.env;
  if (NATS_SERVER_BIN) return [NATS_SERVER_BIN];
  const cache = CRUMBTRAIL_CACHE || join(__dirname, '../../../../.cache');
  const folders = [...PATH.split(delimiter).filter(Boolean), '/usr/sbin', join(cache, 'nats-server/usr/sbin')];
  return folders.map((folder) => join(folder, 'nats-server'));
}

/** Default request timeout in milliseconds: `ASK_WITHIN_MS`, default 15,000. */
export function requestTimeoutMs(): number {
  const wanted = Number(process.env['ASK_WITHIN_MS']);
  return Number.isInteger(wanted) && wanted >= 50 ? wanted : 15_000;
}
