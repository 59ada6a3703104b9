import { errorMessage, readTextFile } from '@crumbtrail/platform';
import { BadServersFile, type McpServer, serversOf } from './servers-file';

type VariableLookup = Readonly<Record<string, string | undefined>>;

/** A variable, or the content of the file that `NAME_FILE` names. */
function variable(environment: VariableLookup, name: string): string | undefined {
  const path = environment[`${name}_FILE`];
  return environment[name] ?? (path ? contentOf(path, `${name}_FILE`).replace(/\r?\n$/, '') : undefined);
}

function contentOf(path: string, what: string): string {
  try {
    return readTextFile(path);
  } catch (error) {
    throw new BadServersFile([`${what} cannot be read: ${errorMessage(error)}`]);
  }
}

/** Reads the servers from a file; returns none without a file. Throws BadServersFile. */
export function readServers(path: string | undefined, environment: VariableLookup): McpServer[] {
  if (path === undefined) return [];
  return serversOf(contentOf(path, 'the file'), (name) => variable(environment, name));
}
