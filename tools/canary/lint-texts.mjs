/** Lints texts as if they stood in the files named: [[file, text], …] on stdin, one list of messages each on stdout. */
import { ESLint } from 'eslint';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

process.env.NX_DAEMON = 'false';
const root = fileURLToPath(new URL('../..', import.meta.url));
const eslint = new ESLint({ cwd: root });
const reports = [];
for (const [file, text] of JSON.parse(readFileSync(0, 'utf8'))) {
  const [report] = await eslint.lintText(text, { filePath: `${root}${file}`, warnIgnored: true });
  reports.push(report.messages.map(({ ruleId, message }) => ({ ruleId, message })));
}
process.stdout.write(JSON.stringify(reports));
