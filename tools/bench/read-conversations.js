/** Reads conversations in the shape of LoCoMo from a file: a JSON list, or one conversation on each line. */
const { readFileSync } = require('node:fs');
// eslint-disable-next-line @nx/enforce-module-boundaries -- the error class that is printed without a stack
const { ActionableError } = require('../setup/terminal/output.js');

const isText = (value) => typeof value === 'string' && value !== '';

/** What is wrong with a conversation; null if nothing is. */
function explainDefect(sample) {
  if (typeof sample !== 'object' || sample === null) return 'is not an object';
  const { sample_id, conversation, qa } = sample;
  if (!isText(sample_id)) return 'has no sample_id';
  if (typeof conversation !== 'object' || conversation === null) return 'has no conversation';
  if (!Array.isArray(qa)) return 'has no list qa of questions';
  const turns = Object.entries(conversation).flatMap(([key, value]) => (/^session_\d+$/.test(key) ? value : []));
  const bad = turns.find((turn) => !isText(turn?.dia_id) || !isText(turn.speaker) || typeof turn.text !== 'string');
  if (bad !== undefined) return `has a turn without dia_id, speaker or text: ${JSON.stringify(bad).slice(0, 80)}`;
  const asked = qa.find((one) => !isText(one?.question) || !Array.isArray(one.evidence ?? []));
  return asked === undefined
    ? null
    : `has a question without text or a list of evidence: ${JSON.stringify(asked).slice(0, 80)}`;
}

/** The conversation on a line; null where the line is cut. */
function parseLine(line) {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}

/** The conversations of JSON lines; `cut` numbers the lines that are not whole. Null where none is whole. */
function parseLines(text) {
  const lines = text.split('\n').map((line, at) => ({ at: at + 1, line: line.trim() }));
  const parsed = lines.filter(({ line }) => line !== '').map(({ at, line }) => ({ at, sample: parseLine(line) }));
  const whole = parsed.filter(
    ({ sample }) => sample !== null && typeof sample === 'object' && 'conversation' in sample,
  );
  const cut = parsed.filter((one) => !whole.includes(one)).map(({ at }) => at);
  return whole.length === 0 ? null : { samples: whole.map(({ sample }) => sample), cut };
}

function parseConversations(text, path) {
  try {
    const value = JSON.parse(text);
    return { samples: Array.isArray(value) ? value : [value], cut: [] };
  } catch (error) {
    const lines = parseLines(text);
    if (lines !== null) return lines;
    throw new ActionableError(`${path} is not whole JSON: ${error.message}. Was it copied completely?`);
  }
}

/**
 * The conversations of a file, and the numbers of lines that were left out because they are cut. Refuses a file that it cannot read,
 * and names the first conversation that lacks what a measurement needs.
 */
function readConversations(path) {
  let text;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    throw new ActionableError(`${path} cannot be read: ${error.message}.`);
  }
  const { samples, cut } = parseConversations(text, path);
  samples.forEach((sample, nth) => {
    const defect = explainDefect(sample);
    if (defect !== null) throw new ActionableError(`${path}: conversation ${nth + 1} ${defect}.`);
  });
  if (samples.length === 0) throw new ActionableError(`${path} has no conversations.`);
  return { samples, cut };
}

module.exports = { readConversations };
