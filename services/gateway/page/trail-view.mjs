/** What the trail page shows, as plain data: nothing here touches the page. */

/** Milliseconds for people: `0 ms`, `340 ms`, `2.1 s`, `3 min 5 s`. */
export function duration(ms) {
  if (ms === undefined || ms === null) return '';
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 59_950) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** The tree as rows from the top down, each with its depth. */
export function treeRows({ nodes, tree }) {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const rows = [];
  const todo = tree.map((branch) => ({ branch, depth: 0 })).reverse();
  for (let next = todo.pop(); next; next = todo.pop()) {
    const { branch, depth } = next;
    rows.push(treeRow(byId.get(branch.id), depth));
    for (const child of [...branch.children].reverse()) todo.push({ branch: child, depth: depth + 1 });
  }
  return rows;
}

/** Which of its kind it is: a step by its number, what tools do by the tool. */
function nameOf({ schema_name, step, tool }) {
  return [schema_name, step, tool].filter((part) => part !== undefined).join(' ');
}

function saysOf({ erased, action, error, partial, summary, title }) {
  if (erased) return 'erased';
  const failed = error === undefined ? null : `failed: ${error}`;
  const marks = [action === 'stopped' ? 'stopped' : null, failed, partial ? 'cut' : null].filter(Boolean);
  return [marks.length > 0 ? `(${marks.join(', ')})` : '', summary ?? title ?? ''].filter(Boolean).join(' ');
}

function treeRow(node, depth) {
  return {
    id: node.id,
    depth,
    name: nameOf(node),
    author: `${node.author.kind} ${node.author.id}`,
    after: duration(node.at_ms),
    took: duration(node.duration_ms),
    tokens: node.tokens === undefined ? '' : String(node.tokens),
    says: saysOf(node),
  };
}

/** The ids of the trail's contexts, in order. */
export function contextIds({ nodes }) {
  return nodes.filter(({ schema_name }) => /^agent\.context\.v\d+$/.test(schema_name)).map(({ id }) => id);
}

/** The candidates of a context, kept ones first, each as a row of text. */
export function itemRows({ items }) {
  const rank = (item) => (item.decision === 'kept' ? 0 : 1);
  return [...items].sort((a, b) => rank(a) - rank(b)).map(itemRow);
}

function itemRow(item) {
  return {
    kept: item.decision === 'kept',
    decision: item.decision.replaceAll('_', ' '),
    why: item.why,
    source: [item.section, item.source].filter(Boolean).join(' / '),
    score: typeof item.score === 'number' ? item.score.toFixed(3) : '',
    tokens: item.tokens === undefined ? '' : String(item.tokens),
    says: item.text ?? 'not shown: erased, or not for this key',
  };
}

/** One line of numbers about a context. */
export function contextLine({ agent, kept, dropped, beyond, tokens, budget, billed }) {
  const sections = Object.entries(tokens.by_section).map(([name, count]) => `${name} ${count}`);
  const more = beyond > 0 ? `, ${beyond} more not listed` : '';
  const bill = billed ? ` Prompt: ${billed.counted} tokens counted, ${billed.billed} billed.` : '';
  return `For ${agent}: ${tokens.total} of ${budget.cap} tokens (${sections.join(', ')}); ${kept} kept, ${dropped} left out${more}.${bill}`;
}

const HEADINGS = { system: 'System prompt', user: 'To the agent', assistant: 'Said by the agent' };

/** The exact prompt, a block a message; what is missing of it says why. */
export function promptBlocks({ prompt, formatted_context }) {
  if (formatted_context === null) {
    return [{ heading: 'Prompt', text: 'Its text was erased with a breadcrumb that it quoted.', className: 'soft' }];
  }
  if (prompt === null) return [{ heading: 'Context', text: formatted_context, className: 'prompt' }];
  return prompt.map(({ role, content }) => ({
    heading: content === formatted_context ? 'Context' : HEADINGS[role],
    text: content,
    className: role === 'system' ? 'system' : 'prompt',
  }));
}

/** What the page says of a refused request. */
export function refusal(status, problem) {
  if (status === 401) return 'This key is not valid.';
  if (status === 404) return 'There is no such trail, or it is not for this key.';
  return problem?.detail ?? `The gateway answered ${status}.`;
}
