/**
 * Some servers do not notice when their parent dies. This shell does: it holds a pipe to the parent and sends `signal` to
 * the server when the pipe closes, for whatever reason.
 */
const endWithParent = (signal, name, command) => ({
  program: '/bin/sh',
  args: [
    '-c',
    `exec 3<&0; "$@" & server=$!; (cat <&3 >/dev/null; kill -${signal} "$server" 2>/dev/null) & wait "$server"`,
    name,
    ...command,
  ],
});

module.exports = { endWithParent };
