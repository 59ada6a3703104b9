import type { ReactNode } from 'react';
import { ServerForm } from './server-form';
import { ServerItem } from './server-item';
import type { ShownServers } from './use-mcp-servers';

/** The MCP servers whose tools agents can be granted: how they are, and the form that adds one. */
export function ServerSection({ state }: { readonly state: ShownServers }): ReactNode {
  const { servers, allows_commands: allowsCommands, allows_private: allowsPrivate } = state;
  return (
    <section aria-label="MCP servers">
      <h2>MCP servers</h2>
      <p>
        Their tools are called <code>server__tool</code>, and an agent may call those that its definition names. List
        only servers that you would run yourself: agents read what they say of themselves and what they answer.
      </p>
      {servers.length === 0 ? (
        <p>No MCP servers yet.</p>
      ) : (
        <ul className="mcp-servers">
          {servers.map((server) => (
            <ServerItem key={`${server.from} ${server.name}`} server={server} allowsCommands={allowsCommands} />
          ))}
        </ul>
      )}
      <h3>Add a server</h3>
      {!allowsCommands && (
        <p className="soft">
          Commands cannot be saved here: the environment of the tool-runner does not allow it (MCP_COMMAND_WORKSPACES).
        </p>
      )}
      {!allowsPrivate && <p className="soft">Only public addresses can be saved in this workspace.</p>}
      <ServerForm allowsCommands={allowsCommands} />
    </section>
  );
}
