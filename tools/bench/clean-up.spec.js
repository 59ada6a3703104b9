const { spawn } = require('node:child_process');
const { once } = require('node:events');
const { withCleanUp } = require('./clean-up.js');

describe('withCleanUp', () => {
  it('runs the last ending first after an error, and passes the error on', async () => {
    const ran = [];
    const work = withCleanUp(async (atEnd) => {
      atEnd(() => ran.push('first'));
      atEnd(() => ran.push('second'));
      throw new Error('the work failed');
    });
    await expect(work).rejects.toThrow('the work failed');
    expect(ran).toEqual(['second', 'first']);
  });

  it('runs every ending, also those after one that fails, and names the failure', async () => {
    const ran = [];
    const said = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    await withCleanUp(async (atEnd) => {
      atEnd(() => ran.push('first'));
      atEnd(() => {
        throw new Error('the folder is busy');
      });
    });
    expect(ran).toEqual(['first']);
    expect(said).toHaveBeenCalledWith('Not everything was removed: the folder is busy');
    said.mockRestore();
  });

  it.each(['SIGINT', 'SIGTERM'])('waits for the endings when the process receives %s', async (signal) => {
    const script = `const { withCleanUp } = require(${JSON.stringify(require.resolve('./clean-up.js'))});
      withCleanUp(async (atEnd) => {
        atEnd(async () => { await new Promise((done) => setTimeout(done, 50)); console.log('removed'); });
        console.log('working');
        await new Promise((done) => setTimeout(done, 60000));
      });`;
    const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'ignore'] });
    let output = '';
    child.stdout.on('data', (some) => {
      if (output === '') child.kill(signal);
      output += some;
    });
    const [code] = await once(child, 'exit');
    expect({ code, output }).toEqual({ code: 130, output: 'working\nremoved\n' });
  });
});
