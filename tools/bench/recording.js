/** A recorded stream of statements as units: a transaction, or one statement outside of any. */

const BACKGROUND =
  /index_cursor|insert into chunk|term_stat|corpus_stat|relay|durable|writer_until|from due where|update chunk|delete from chunk|^\s*select (?:e\.position,|k\.workspace,|d\.name,|position, workspace,|id, version from crumb_event e where position)/i;
const begins = /^\s*(begin|start transaction)\b/i;
const ends = /^\s*(commit|rollback)\b/i;
/** Limits a connection to workspaces, alone or in one message with `begin`. The baseline has no such protection, so it does not send these. */
const limits = /(?:^|;)\s*(?:set role|reset role|set crumbtrail\.)[^;]*/gi;

/**
 * Units in the order in which they ended. `background` units (index, relay, watches) run beside a turn and do not delay it; they are
 * replayed without being timed.
 */
function units(lines) {
  const open = new Map();
  const done = [];
  for (const { client, text: sent, params } of lines) {
    const text = sent.replace(limits, '');
    if (text === '') continue;
    const unit = open.get(client) ?? [];
    unit.push({ text, params });
    if (begins.test(text)) open.set(client, unit);
    else if (open.has(client) && !ends.test(text)) continue;
    else {
      open.delete(client);
      done.push({ statements: unit, background: unit.some((one) => BACKGROUND.test(one.text)) });
    }
  }
  return done;
}

module.exports = { units };
