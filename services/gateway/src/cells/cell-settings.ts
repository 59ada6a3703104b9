import { z } from 'zod';
import { HOME_CELL } from './cell-directory';

/** A further cell: its name, its NATS server, and the login there. Without a login the gateway uses that of its own cell. */
export interface CellSettings {
  readonly name: string;
  readonly servers: string;
  readonly login?: { readonly user: string; readonly password: string };
}

/** A name as in the contracts, and what follows it. */
const ENTRY = /^([a-z0-9][a-z0-9._-]{0,63})=(.*)$/;
const FORM = 'must be like eu=nats://user:password@host:4222';

/** The URL, or undefined for one that is not of a NATS server. */
function parseServer(text: string): URL | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  const isServer = url.protocol === 'nats:' && url.hostname !== '' && `${url.pathname}${url.search}${url.hash}` === '';
  return isServer ? url : undefined;
}

function parseLogin({ username, password }: URL): NonNullable<CellSettings['login']> | string {
  if (username === '' || password === '') return 'must have both a user and a password, or neither';
  try {
    return { user: decodeURIComponent(username), password: decodeURIComponent(password) };
  } catch {
    return 'must have a user and a password in which only %25 stands for a percent sign';
  }
}

/** A cell, or what is wrong with its text, in words that never have a part of it: it may be a password. */
function parseCell(text: string): CellSettings | string {
  const [, name = '', server = ''] = ENTRY.exec(text) ?? [];
  const url = parseServer(server);
  if (!url) return FORM;
  if (name === HOME_CELL) return `must have another name: ${HOME_CELL} is the cell of NATS_URL`;
  const servers = `nats://${url.hostname}:${url.port || '4222'}`;
  if (`${url.username}${url.password}` === '') return { name, servers };
  const login = parseLogin(url);
  return typeof login === 'string' ? login : { name, servers, login };
}

/** The setting `CELLS`: cells separated by commas, like `eu=nats://user:password@host:4222`. A name may be given once. Default: none. */
export const cellList = z
  .string()
  .default('')
  .transform((text, context): readonly CellSettings[] => {
    const cells: CellSettings[] = [];
    const refuseEntry = (index: number, reason: string): void =>
      context.addIssue({ code: 'custom', message: `entry ${index + 1} ${reason}` });
    const entries = text
      .split(',')
      .map((entry) => entry.trim())
      .filter(Boolean);
    for (const [index, entry] of entries.entries()) {
      const cell = parseCell(entry);
      if (typeof cell === 'string') refuseEntry(index, cell);
      else if (cells.some(({ name }) => name === cell.name)) refuseEntry(index, 'has the name of an entry before it');
      else cells.push(cell);
    }
    return cells;
  });
