/** Reads the metrics of a service. */

/** The lines of a metric with their values, as [labels, value]. */
async function linesOf(url, name) {
  const text = await (await fetch(url, { headers: { connection: 'close' } })).text();
  const lines = [...text.matchAll(new RegExp(`^${name}(?:\\{([^}]*)\\})? (\\S+)`, 'gm'))];
  return lines.map(([, labels = '', value]) => [labels, Number(value)]);
}

/** The sum of a metric over the labels that hold `label`. */
async function sumOf(url, name, label = '') {
  const lines = await linesOf(url, name);
  if (lines.length === 0) throw new Error(`${url} has no metric ${name}`);
  return lines.filter(([labels]) => labels.includes(label)).reduce((sum, [, value]) => sum + value, 0);
}

/** How many transactions of the log the store has committed. */
const commitsOf = (url) => sumOf(url, 'crumbtrail_commits_total');

module.exports = { commitsOf, sumOf };
