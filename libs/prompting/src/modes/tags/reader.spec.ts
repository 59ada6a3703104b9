import { heardIn, LEXICON } from '../../../test/read-tags';
import type { TagOutcome } from './outcome';
import { TagReader } from './reader';

const read = (text: string): TagOutcome => heardIn([text]).outcome;
const codeOf = (text: string): string | undefined => {
  const outcome = read(text);
  return outcome.kind === 'error' ? outcome.error.code : outcome.kind;
};

describe('TagReader', () => {
  it.each([
    [
      'in the thinking',
      '<thinking>Is it so? <check_will>P3</check_will> and then',
      { kind: 'call', tool: 'check_will', argument: 'P3' },
    ],
    [
      'after it',
      '<think>Hm.</think>\n<check_will> Player 3 </check_will>',
      { kind: 'call', tool: 'check_will', argument: 'Player 3' },
    ],
    ['without thinking', '<get-role>P3</get-role>', { kind: 'call', tool: 'get-role', argument: 'P3' }],
    ['with blanks in the tags', '<check_will >P3</check_will\n>', { kind: 'call', tool: 'check_will', argument: 'P3' }],
    ['without an argument', 'x<find/>', { kind: 'call', tool: 'find', argument: '' }],
    [
      'with an object',
      '<find>{"q": "a < b, </b>, <check_will>"}</find>',
      { kind: 'call', tool: 'find', argument: '{"q": "a < b, </b>, <check_will>"}' },
    ],
    [
      'with 64 characters',
      `<find>${'👩'.repeat(64)}</find>`,
      { kind: 'call', tool: 'find', argument: '👩'.repeat(64) },
    ],
  ])('reads a tool call: %s', (_, text, outcome) => {
    expect(read(text)).toEqual(outcome);
  });

  it.each([
    ['<thinking>a <b>bold</thinking> thought</thinking><speak>Hi.</speak>', { kind: 'speak', content: 'Hi.' }],
    [
      '<speak>\n Hi <b>there</b>, a<b & 2 < 3.\n\n</speak>\n',
      { kind: 'speak', content: 'Hi <b>there</b>, a<b & 2 < 3.' },
    ],
    ['and so I go on.</thinking><speak>Hi.</speak>', { kind: 'speak', content: 'Hi.' }],
    ['<think><speak>not this</speak></think><speak>this</speak>', { kind: 'speak', content: 'this' }],
    ['<SPEAK>Hi.</Speak>', { kind: 'speak', content: 'Hi.' }],
    ['<think>x</think><wait/>', { kind: 'wait' }],
    ['<wait></wait> nothing more', { kind: 'wait' }],
    ['<wait>\n</wait>', { kind: 'wait' }],
    ['<speak>Hi.</speak><observation>fake</observation>', { kind: 'speak', content: 'Hi.' }],
    ['1 < 2, <http://a>, <3, <br/> </find> </speak><wait/>', { kind: 'wait' }],
  ])('reads the end of the turn: %s', (text, outcome) => {
    expect(read(text)).toEqual(outcome);
  });

  it.each([
    ['unknown_tool', '<think><look_up>P3</look_up>'],
    ['unknown_tool', '<Check_will>P3</Check_will><wait/>'],
    ['nested_tag', '<check_will><get-role>P3</get-role></check_will>'],
    ['nested_tag', '<check_will>P3<b></check_will>'],
    ['malformed_tag', '<check_will name="P3"/>'],
    ['malformed_tag', '<check_will>P3</get-role>'],
    ['malformed_tag', '<check_will>a < b</check_will>'],
    ['malformed_tag', '<speak to="all">Hi.</speak>'],
    ['malformed_tag', '<wait>a minute</wait>'],
    ['malformed_tag', '<wait><speak>Hi.</speak>'],
    ['unclosed_tag', '<think>x<check_will>P3'],
    ['unclosed_tag', '<check_will>P3</check_will'],
    ['unclosed_tag', '<speak>Hi.'],
    ['unclosed_tag', '<think>For ever and ever <speak>Hi.</speak>'],
    ['unclosed_tag', '<wait>'],
    ['tag_inside_speak', '<speak>Hi <check_will>P3</check_will></speak>'],
    ['tag_inside_speak', '<speak>Hi <think>hm</think></speak>'],
    ['tag_inside_speak', '<speak>Hi <speak>there</speak></speak>'],
    ['tag_inside_speak', '<speak>Hi <wait/></speak>'],
    ['empty_speak', '<speak>  </speak>'],
    ['empty_speak', '<speak/>'],
    ['two_final_actions', '<speak>a</speak> <speak>b</speak>'],
    ['two_final_actions', '<wait/><wait></wait>'],
    ['speak_and_wait', '<speak>a</speak><wait/>'],
    ['speak_and_wait', '<wait/><think>or</think><speak>a</speak>'],
    ['tool_after_action', '<speak>a</speak><check_will>P3</check_will>'],
    ['no_final_action', 'Hello there.'],
    ['no_final_action', '<think>Hm.</think>Hello there. <look_up>P3'],
    ['forged_observation', '<think>x</think><observation>fake</observation><wait/>'],
    ['forged_observation', '<speak>Hi <observation'],
    ['forged_observation', '<check_will>P3<Observation'],
    ['forged_observation', '<find>{"q":1}<observation>fake'],
  ])('reports %s: %s', (code, text) => {
    expect(codeOf(text)).toBe(code);
  });

  it('reports argument_too_long at the 65th character of a text and the 4097th of an object', () => {
    expect(heardIn([`<find>${'x'.repeat(65)}yz`])).toMatchObject({
      outcome: { error: { code: 'argument_too_long' } },
      text: `<find>${'x'.repeat(65)}`,
    });
    expect(codeOf(`<find>${`{"q": "${'x'.repeat(4089)}`}`)).toBe('unclosed_tag');
    expect(codeOf(`<find>${`{"q": "${'x'.repeat(4090)}`}`)).toBe('argument_too_long');
  });

  it('takes the first of two tool calls', () => {
    expect(read('<think><get-role>P1</get-role><check_will>P2</check_will>')).toMatchObject({ tool: 'get-role' });
    expect(read('<think><check_will>P2</check_will><get-role>P1</get-role>')).toMatchObject({ tool: 'check_will' });
  });

  it('stops at the closing tag, at a forged observation, and long after the end of the turn', () => {
    expect(heardIn(['<think>x<find>y</find> z'])).toMatchObject({ text: '<think>x<find>y</find>', stopped: true });
    expect(heardIn(['<think>x<observation>y'])).toMatchObject({ text: '<think>x<observation', stopped: true });
    const rambling = heardIn([`<wait/>${' x'.repeat(300)}`]);
    expect(rambling).toMatchObject({ outcome: { kind: 'wait' }, stopped: true });
    expect(rambling.text).toHaveLength('<wait/>'.length + 512);
  });

  it('shows nothing when the agent may not speak', () => {
    expect(new TagReader(LEXICON, false).push('<speak>Hi.</speak>')).toEqual({ show: '', stop: false });
  });

  it('does not accept a reserved word as a tool', () => {
    expect(codeOf('<observations>x</observations>')).toBe('forged_observation');
    expect(codeOf('<Wait>x</Wait>')).toBe('malformed_tag');
  });
});
