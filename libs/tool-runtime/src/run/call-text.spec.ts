import { aTool } from '@crumbtrail/prompting/test';
import { callText } from './call-text';

const { def } = aTool('echo');

describe('callText', () => {
  it('is the plain text if that is the only argument, else all arguments as JSON', () => {
    expect(callText('echo', { text: 'P3\n and P4' }, def)).toBe('echo(P3 and P4)');
    expect(callText('echo', { text: 'P3', loud: true }, def)).toBe('echo({"text":"P3","loud":true})');
    expect(callText('echo', { text: 'P3' })).toBe('echo({"text":"P3"})');
    expect(callText('echo', {}, def)).toBe('echo({})');
  });

  it('is limited in length and never cuts a character in half', () => {
    const text = callText('echo', { text: '👩'.repeat(400) }, def);
    expect(text.length).toBeLessThanOrEqual(300);
    expect(text.isWellFormed()).toBe(true);
    expect(text).toMatch(/…\)$/);
  });
});
