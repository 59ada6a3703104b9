// Preloaded into the store by the turn benchmark: records every statement it sends, so that the baseline can send the same.
const { appendFileSync } = require('node:fs');
const { isMainThread } = require('node:worker_threads');

const file = process.env.RECORD_SQL;

/** Statements are kept in memory and written ten times a second, so that recording has almost no cost. */
function record(pg) {
  const lines = [];
  let clients = 0;
  const query = pg.Client.prototype.query;
  pg.Client.prototype.query = function recorded(config, values, ...rest) {
    this.recordedAs ??= ++clients;
    const text = typeof config === 'string' ? config : config.text;
    const params = Array.isArray(values) ? values : (config.values ?? []);
    lines.push(JSON.stringify({ client: this.recordedAs, text, params }));
    return query.call(this, config, values, ...rest);
  };
  setInterval(() => lines.length > 0 && appendFileSync(file, `${lines.splice(0).join('\n')}\n`), 100).unref();
}

if (isMainThread && file) record(require('pg'));
