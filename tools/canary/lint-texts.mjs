/** Lints texts as if they were the content of the named files. Reads [[file, text], …] on stdin and prints a list of messages for each on stdout. */
import { ESLint } from 'eslint';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

process.env.NX_DAEMON = 'false';
const root = fileURLToPath(new URL('../..', import.meta.url));
const linter = new ESLint({ cwd: root });
const reports = [];
for (const [file, text] of JSON.parse(readFileSync(0, 'utf8'))) {
  const [report] = await linter.lintText(text, { filePath: `${root}${file}`, warnIgnored: true });
  reports.push(report.messages.map(({ ruleId, message }) => ({ ruleId, message })));
}
process.stdout.write(JSON.stringify(reports));
