import fc from 'fast-check';
import { calculate } from './calculate';

describe('calculator', () => {
  it.each([
    ['2+2', '4'],
    ['2 + 3 * 4', '14'],
    ['(2 + 3) * 4', '20'],
    ['2 ^ 3 ^ 2', '512'],
    ['-2 ^ 2', '-4'],
    ['2 ^ -1', '0.5'],
    ['2 ** 10', '1024'],
    ['10 - 4 - 3', '3'],
    ['7 % 4', '3'],
    ['--5', '5'],
    ['3 × 4 ÷ 6 − 1', '1'],
    ['5! / 3!', '20'],
    ['0.1 + 0.2', '0.3'],
    ['1/3', '0.333333333333333'],
    ['1e3 + .5', '1000.5'],
    ['round(1.005, 2)', '1.01'],
    ['round(-2.5)', '-3'],
    ['round(7/3, 3)', '2.333'],
    ['max(1, 2.5, -3)', '2.5'],
    ['sqrt(16) + cbrt(27)', '7'],
    ['abs(-3) + floor(2.7) + ceil(2.1)', '8'],
    ['ln(e)', '1'],
    ['12345678901234567890 * 98765432109876543210', '1219326311370217952237463801111263526900'],
    ['2^200', '1606938044258990275541962092341162602522202993782792835301376'],
    ['(2^200) / (2^199)', '2'],
    ['86251.76 - 86250.82', '0.94'],
    ['504.99-375-35-5-30-59.99', '0'],
    ['1189390.24-1183760.67', '5629.57'],
    ['floor((0.1+0.7)*10)', '8'],
    ['123456789.123456789*1000000000', '123456789123456789'],
    ['1234567890123456789/10', '123456789012345678.9'],
    ['9007199254740993+0.5', '9007199254740993.5'],
    ['1/3*3', '1'],
    ['1/3+2/3 - 1', '0'],
    ['100 * 1.05^10', '162.889462677744140625'],
    ['1.1^2 - 1.21', '0'],
    ['5.5 % 2', '1.5'],
    ['-7 % 3', '-1'],
    ['0.3 % 0.1', '0'],
    ['2/3', '0.666666666666667'],
    ['-2/3', '-0.666666666666667'],
    ['1e-7 + 1', '1.0000001'],
    ['12345678901234567890.12 * 2', '24691357802469135780.24'],
    ['round(2.675, 2)', '2.68'],
    ['round(-1.005, 2)', '-1.01'],
    ['round(sqrt(2), 3)', '1.414'],
    ['ceil(-0.5) + trunc(-2.7) + floor(-0.5)', '-3'],
    ['sin(pi)', '0'],
    ['cos(pi / 2)', '0'],
    ['max(0.1 + 0.2, 0.3)', '0.3'],
    ['10^20 / 3', '33333333333333300000'],
    ['1 / 2^100', '7.88860905221012e-31'],
    ['(-8)^3', '-512'],
    ['(-1)^-3', '-1'],
    ['0^0', '1'],
    ['4^0.5', '2'],
    ['19.99 * 3 + 4.5 / 100', '60.015'],
  ])('%s is %s', (expression, result) => {
    expect(calculate(expression)).toBe(result);
  });

  it.each<[string, string]>([
    ['', 'at character 1 the expression ends where a number is expected'],
    ['2 +', 'at character 4 the expression ends where a number is expected'],
    ['(2 + 3', 'at character 7 the expression ends where ")" is expected'],
    ['2 3', 'at character 3 there is "3" where an operator or the end is expected'],
    ['2 $ 3', '"$" at character 3 is not part of an expression'],
    ['1/0', 'Division by zero'],
    ['0^-1', 'Division by zero'],
    ['5 % 0', 'Remainder of a division by zero'],
    ['sqrt(-1)', 'not a real number'],
    ['exp(1000)', 'too large'],
    ['9^9^9', 'more than 1000 digits'],
    ['9^999999999999', 'more than 1000 digits'],
    ['1e400', 'too large'],
    ['500!', '0 to 400'],
    ['2.5!', 'whole number'],
    ['sqrt 4', 'sqrt is a function'],
    ['sqrt(1, 2)', 'sqrt takes 1 value, not 2'],
    ['x + 1', 'x at character 1 is not known'],
  ])('rejects %s with the reason', (expression, wrong) => {
    expect(() => calculate(expression)).toThrow(wrong);
  });

  it.each([
    'constructor',
    '__proto__',
    'toString',
    'hasOwnProperty',
    'process',
    'globalThis',
    'constructor("return 1")()',
    'this',
    'abs.constructor("x")',
    'a=1',
    '1;2',
    '`x`',
    '"x"',
    '[1]',
  ])('rejects the unknown name in %s', (expression) => {
    expect(() => calculate(expression)).toThrow(/not known|is not part|is expected/);
  });

  it('rejects expressions that are nested too deeply', () => {
    for (const deep of ['('.repeat(180), '-'.repeat(900), '2^'.repeat(400), 'abs('.repeat(200)])
      expect(() => calculate(`${deep}1`)).toThrow('levels deep');
  });

  it('throws only BadExpression, and always terminates', () => {
    const words = fc.constantFrom(
      '1',
      '2.5',
      '9',
      '(',
      ')',
      '+',
      '-',
      '*',
      '/',
      '^',
      '%',
      '!',
      'sqrt',
      ',',
      'max',
      'pi',
      ' ',
      'e',
      '1e9',
    );
    fc.assert(
      fc.property(fc.array(words, { maxLength: 40 }), (parts) => {
        try {
          expect(calculate(parts.join(''))).toMatch(/^-?[0-9.e+-]+$/);
        } catch (error) {
          expect((error as Error).name).toBe('BadExpression');
        }
      }),
    );
  });

  it('agrees with exact arithmetic on whole numbers', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n }),
        fc.bigInt({ min: 1n, max: 10n ** 40n }),
        (a, b) => {
          expect(calculate(`${a} + ${b} * ${b} - ${a}*${b}`)).toBe(String(a + b * b - a * b));
        },
      ),
    );
  });

  it('agrees with sums of cents: prices are never a cent off', () => {
    const price = fc.integer({ min: -10_000_000, max: 10_000_000 });
    const write = (cents: number): string =>
      `${cents < 0 ? '-' : ''}${Math.floor(Math.abs(cents) / 100)}.${String(Math.abs(cents) % 100).padStart(2, '0')}`;
    fc.assert(
      fc.property(fc.array(price, { minLength: 1, maxLength: 30 }), fc.integer({ min: 1, max: 99 }), (cents, times) => {
        const sum = cents.reduce((a, b) => a + b, 0) * times;
        const expression = `(${cents.map((one) => `(${write(one)})`).join(' + ')}) * ${times}`;
        expect(Number(calculate(expression)) * 100).toBeCloseTo(sum, 4);
        expect(calculate(`(${expression}) - (${write(sum)})`)).toBe('0');
      }),
    );
  });
});
