const { checkDays, playVillager } = require('./salem.js');

const call = (...contents) => ({ body: { messages: contents.map((content) => ({ content })) } });

describe('the demo of two days', () => {
  beforeEach(() => jest.spyOn(console, 'log').mockImplementation(() => undefined));
  afterEach(() => jest.restoreAllMocks());

  it('lets Ann look at each will once, and then speak; the others only speak', () => {
    expect(playVillager(call('You are Ann, a villager.')).say).toContain('<echo>P3</echo>');
    expect(playVillager(call('You are Ann, a villager.', 'echo(P3): P3')).say).toContain('<echo>P4</echo>');
    expect(playVillager(call('You are Ann, a villager.', 'echo(P3) echo(P4)')).say).toContain('<speak>I watched');
    expect(playVillager(call('You are Bob, a villager.')).say).toContain('<speak>Bob agrees.</speak>');
  });

  it("complains where yesterday's words are in the transcript, or no summary has them", () => {
    const claim = 'I watched the bridge all night and saw a lantern near the old well.';
    const wills = { formatted_context: 'echo(P3) echo(P4)', items: [] };
    const seen = `Day 1 (sentences of what was said): Ann: ${claim} Ann (you) Cat [DEAD] - Sheriff Day 2 begins. Cat was found dead at the well. Cat was the Sheriff.`;
    const items = [{ reason: 'said in Day 1, which has ended' }];
    const morning = (transcript) => ({ formatted_context: `${seen}## Today's transcript${transcript}`, items });
    const check = (transcript) => checkDays({ evening: wills, morning: morning(transcript), summary: claim });
    expect(check('it is a cold morning')).toEqual([]);
    expect(check(`it is a cold morning ${claim}`)).toHaveLength(1);
    expect(checkDays({ evening: wills, morning: wills, summary: '' }).length).toBeGreaterThan(5);
  });
});
