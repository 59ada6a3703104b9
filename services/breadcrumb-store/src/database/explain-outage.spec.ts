import { CrumbError } from '@crumbtrail/contracts';
import { explainOutage } from './explain-outage';

const coded = (code: string, message = 'it failed'): Error => Object.assign(new Error(message), { code });

describe('why a request to the database failed', () => {
  it.each([
    coded('ECONNRESET'),
    coded('ECONNREFUSED'),
    coded('57P01', 'terminating connection due to administrator command'),
    coded('57P03', 'the database system is starting up'),
    coded('53300', 'sorry, too many clients already'),
    new Error('Connection terminated unexpectedly'),
    new Error('Connection terminated due to connection timeout'),
    Object.assign(new Error('query failed'), { driverError: coded('ECONNRESET') }),
  ])('%s: the database is away, and the request may be sent again', (error) => {
    expect(explainOutage(error)).toMatch(/database cannot be reached/);
  });

  it.each([
    coded('23505', 'duplicate key value'),
    coded('57014', 'canceling statement due to statement timeout'),
    coded('42P01', 'relation does not exist'),
    new TypeError('Cannot read properties of undefined'),
    new CrumbError({ code: 'not_found', message: 'Connection terminated' }),
    'Connection terminated',
    null,
  ])('%s: is no outage', (error) => {
    expect(explainOutage(error)).toBeUndefined();
  });
});
