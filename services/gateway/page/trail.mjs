/* global document, location, sessionStorage -- this runs in a browser */
import { contextIds, contextLine, itemRows, promptBlocks, refusal, treeRows } from './trail-view.mjs';

const KEY = 'crumbtrail.key';
const $ = (id) => document.getElementById(id);
const trailId = () => decodeURIComponent(location.pathname.split('/').pop());

/** All text enters the page here, as text. */
function element(tag, { text, className, children = [] } = {}) {
  const made = document.createElement(tag);
  if (className) made.className = className;
  if (text !== undefined) made.textContent = text;
  made.append(...children);
  return made;
}

async function fetchJson(path) {
  const headers = { Authorization: `Bearer ${sessionStorage.getItem(KEY)}`, Accept: 'application/json' };
  const response = await fetch(path, { headers, cache: 'no-store' });
  const body = await response.json().catch(() => null);
  if (response.ok) return body;
  throw Object.assign(new Error(refusal(response.status, body)), { status: response.status });
}

function cell(text, className) {
  return element('td', { text, className });
}

function showTree(trail) {
  const rows = treeRows(trail).map((row) => {
    const name = cell(row.name, 'name');
    name.style.setProperty('--depth', row.depth);
    name.title = row.id;
    const numbers = [row.after, row.took, row.tokens].map((text) => cell(text, 'number'));
    return element('tr', { children: [name, cell(row.author), ...numbers, cell(row.says, 'says')] });
  });
  $('tree').replaceChildren(...rows);
}

const COLUMNS = ['decision', 'from', 'score', 'tokens', 'says', 'why'];

function itemTable(explanation) {
  const head = element('tr', { children: COLUMNS.map((text) => element('th', { text })) });
  const rows = itemRows(explanation).map((row) => {
    const numbers = [row.score, row.tokens].map((text) => cell(text, 'number'));
    const cells = [cell(row.decision), cell(row.source), ...numbers, cell(row.says, 'says'), cell(row.why, 'why soft')];
    return element('tr', { className: row.kept ? 'kept' : 'dropped', children: cells });
  });
  const parts = [element('thead', { children: [head] }), element('tbody', { children: rows })];
  return element('table', { className: 'items', children: parts });
}

function promptParts(explanation) {
  return promptBlocks(explanation).flatMap(({ heading, text, className }) => [
    element('h3', { text: heading }),
    element('pre', { text, className }),
  ]);
}

function contextSection(explanation) {
  return element('section', {
    children: [
      element('h2', { text: 'What the agent saw' }),
      element('p', { text: contextLine(explanation), className: 'soft' }),
      ...promptParts(explanation),
      element('h3', { text: 'Kept and left out' }),
      itemTable(explanation),
    ],
  });
}

async function contextOrReason(id) {
  try {
    return contextSection(await fetchJson(`/v1/contexts/${encodeURIComponent(id)}/explain`));
  } catch (error) {
    return element('section', { children: [element('p', { text: error.message, className: 'soft' })] });
  }
}

async function show() {
  const hasKey = sessionStorage.getItem(KEY) !== null;
  $('ask').hidden = hasKey;
  $('forget').hidden = !hasKey;
  $('trail').hidden = true;
  $('about').textContent = hasKey ? 'Loading …' : 'Which key shall I ask with?';
  if (!hasKey) return;
  const trail = await fetchJson(`/v1/trails/${encodeURIComponent(trailId())}`);
  showTree(trail);
  $('contexts').replaceChildren(...(await Promise.all(contextIds(trail).map(contextOrReason))));
  $('about').textContent = `${trail.trail_id}: ${trail.nodes.length} breadcrumbs`;
  $('trail').hidden = false;
}

function showOrSay() {
  return show().catch((error) => {
    if (error.status === 401) sessionStorage.removeItem(KEY);
    $('ask').hidden = error.status !== 401;
    $('about').textContent = error.message;
  });
}

$('ask').addEventListener('submit', (event) => {
  event.preventDefault();
  sessionStorage.setItem(KEY, $('key').value.trim());
  $('key').value = '';
  showOrSay();
});
$('forget').addEventListener('click', () => {
  sessionStorage.removeItem(KEY);
  showOrSay();
});
showOrSay();
