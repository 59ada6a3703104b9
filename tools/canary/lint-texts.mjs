/** Lints texts as if they were the content of the named files. Reads [[file, text, configuration?], …] on stdin and prints a list of messages for each on stdout. */
import { ESLint } from 'eslint';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

process.env.NX_DAEMON = 'false';
const root = fileURLToPath(new URL('../..', import.meta.url));
const linters = new Map();
const linterFor = (overrideConfigFile) => {
  if (!linters.has(overrideConfigFile)) linters.set(overrideConfigFile, new ESLint({ cwd: root, overrideConfigFile }));
  return linters.get(overrideConfigFile);
};
const reports = [];
for (const [file, text, configuration = null] of JSON.parse(readFileSync(0, 'utf8'))) {
  const [report] = await linterFor(configuration).lintText(text, { filePath: `${root}${file}`, warnIgnored: true });
  reports.push(report.messages.map(({ ruleId, message }) => ({ ruleId, message })));
}
process.stdout.write(JSON.stringify(reports));
