/** Prints the demo on a terminal. */
const { countTokens } = require('@crumbtrail/hints');
const { baselines } = require('./conversation.js');

const heading = (text) => `\n━━ ${text} ${'━'.repeat(Math.max(3, 96 - text.length))}`;
const indented = (text) =>
  text
    .split('\n')
    .map((line) => `  │ ${line}`)
    .join('\n');
const HISTORY = ['relevant', 'recent'];

/** Prints tokens by section, and those of the history beside the tokens that the same history costs as people usually send it. */
function tokenTable({ tokens }) {
  const { json, plain } = baselines();
  const history = HISTORY.reduce((sum, section) => sum + (tokens.by_section[section] ?? 0), 0);
  return [
    ...Object.entries(tokens.by_section).map(([section, count]) => [section, count]),
    ['whole context', tokens.total],
    ['its history', history],
    ['baseline: last 20 messages as JSON', countTokens(json, 'o200k_base')],
    ['baseline: last 20 messages as plain text', countTokens(plain, 'o200k_base')],
  ]
    .map(([what, count]) => `  ${String(what).padEnd(42)} ${String(count).padStart(6)} tokens`)
    .join('\n');
}

function trailLine(branch, nodes, depth) {
  const node = nodes.get(branch.id);
  const facts = [
    `${node.author.kind} ${node.author.id}`,
    `+${Math.round(node.at_ms)} ms`,
    ...(node.tokens === undefined ? [] : [`${node.tokens} tokens`]),
    ...(node.duration_ms === undefined ? [] : [`took ${Math.round(node.duration_ms)} ms`]),
  ];
  const line = `  ${'   '.repeat(depth)}${depth ? '└─ ' : ''}${node.schema_name}   ${facts.join(', ')}`;
  return [line, ...branch.children.flatMap((child) => trailLine(child, nodes, depth + 1))];
}

function trail({ nodes, tree }) {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  return tree.flatMap((branch) => trailLine(branch, byId, 0)).join('\n');
}

/** Prints one question and what it caused. */
function printTurn({ asked, reply, explanation, tree, ms }) {
  console.log(heading(`"${asked.content}"`));
  console.log(`\n  reply, after ${ms} ms:\n${indented(reply)}`);
  console.log(
    `\n  what the model saw (${explanation.kept} kept, ${explanation.dropped} dropped):\n${indented(explanation.formatted_context)}`,
  );
  console.log(`\n${tokenTable(explanation)}`);
  console.log(`\n  trail ${tree.trail_id}\n${trail(tree)}`);
}

module.exports = { printTurn };
