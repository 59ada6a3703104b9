/** Reads the metrics of a service. */

/** How many transactions of the log the store has committed. */
async function commitsOf(url) {
  const text = await (await fetch(url, { headers: { connection: 'close' } })).text();
  const line = /^crumbtrail_commits_total(?:\{[^}]*\})? (\d+)/m.exec(text);
  if (!line) throw new Error(`${url} has no metric crumbtrail_commits_total`);
  return Number(line[1]);
}

module.exports = { commitsOf };
