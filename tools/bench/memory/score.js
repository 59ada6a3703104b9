/** How much of the evidence of a question is in a context, in three measures. */
const { bare, contentWords, deliveredSentences, ENOUGH } = require('../recall-score.js');

/** Evidence of more characters counts in `answer_bearing` if enough of it is in the context. */
const LONG = 1_000;

/** Whether the words include most of those that the evidence shares with the answer. */
function isEnough(shared, words) {
  return shared.length > 0 && shared.filter((word) => words.has(word)).length >= ENOUGH * shared.length;
}

/** How one message is found: whole, by enough of its sentences, or by its sentences and the facts that rest on it. */
function findMessage({ id, text }, answer, { whole, facts }) {
  if (whole.includes(bare(text))) return { strict: 1, answer_bearing: 1, with_facts: 1 };
  const shared = [...contentWords(text)].filter((word) => answer.has(word));
  const sentences = deliveredSentences(text, whole).join(' ');
  const stated = facts.filter(({ sources }) => sources.some((source) => source.id === id)).map((fact) => fact.text);
  return {
    strict: 0,
    answer_bearing: text.length > LONG && isEnough(shared, contentWords(sentences)) ? 1 : 0,
    with_facts: isEnough(shared, contentWords([sentences, ...stated].join(' '))) ? 1 : 0,
  };
}

/** What each score of a context counts. */
const MEANINGS = {
  strict: 'strict: the whole message is in the context',
  answer_bearing: 'answer-bearing: or, of messages of over 1,000 characters, its sentences have what the answer needs',
  with_facts: 'with facts: or, of any message, its sentences and the facts that rest on it have what the answer needs',
};

/**
 * The shares of a question's evidence that are found. `strict`: the whole message is in the context. `answer_bearing`: or, of a message of over 1,000
 * characters, sentences with most of the words that it shares with the answer, as `bench -- recall` counts it. `with_facts`: or, of a message of any
 * length, its sentences and the facts in the context that rest on it have those words. A fact's source alone counts nowhere.
 */
function scoreContext({ evidence, answer }, { text, facts }) {
  const whole = bare(text);
  const wanted = contentWords(answer);
  const shown = facts.filter((fact) => whole.includes(bare(fact.text)));
  const found = evidence.map((one) => findMessage(one, wanted, { whole, facts: shown }));
  const share = (name) => found.reduce((sum, one) => sum + one[name], 0) / found.length;
  return { strict: share('strict'), answer_bearing: share('answer_bearing'), with_facts: share('with_facts') };
}

module.exports = { MEANINGS, scoreContext };
