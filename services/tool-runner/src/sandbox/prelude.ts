/**
 * Runs in the sandbox before a program. It replaces the clock and the random numbers by given ones, adds `console` and `fetch`, and returns the function that calls the
 * program's default export: it keeps what it needs of the language, so that a program that changes it changes only itself.
 */
export const PRELUDE = `(({ now, seed, log, request, outputBytes }) => {
  const { stringify, parse } = JSON;
  const { defineProperty, keys, freeze } = Object;
  const { construct, apply } = Reflect;
  const call = Function.prototype.call.bind(Function.prototype.call);
  const slice = (text, from, to) => call(String.prototype.slice, text, from, to);
  const charCodeAt = (text, at) => call(String.prototype.charCodeAt, text, at);
  const RealDate = Date;
  const RealError = Error;
  const RealString = String;

  function FixedDate(...given) {
    if (!new.target) return new RealDate(now).toString();
    return construct(RealDate, given.length === 0 ? [now] : given, new.target);
  }
  FixedDate.prototype = RealDate.prototype;
  for (const name of ['parse', 'UTC']) defineProperty(FixedDate, name, { value: RealDate[name] });
  defineProperty(FixedDate, 'now', { value: () => now });
  defineProperty(RealDate.prototype, 'constructor', { value: FixedDate, writable: true, configurable: true });
  defineProperty(globalThis, 'Date', { value: FixedDate, writable: true, configurable: true });

  // sfc32, seeded by 128 bits.
  let [a, b, c, d] = seed;
  const draw = () => {
    const t = (((a + b) | 0) + d) | 0;
    d = (d + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (c << 21) | (c >>> 11);
    c = (c + t) | 0;
    return (t >>> 0) / 4294967296;
  };
  for (let at = 0; at < 12; at += 1) draw();
  defineProperty(Math, 'random', { value: draw, writable: true, configurable: true });

  const show = (value) => {
    if (typeof value === 'string') return value;
    try {
      return stringify(value) ?? RealString(value);
    } catch {
      return '(cannot be shown)';
    }
  };
  const write = (...values) => {
    let line = '';
    for (let at = 0; at < values.length; at += 1) line += (at === 0 ? '' : ' ') + show(values[at]);
    log(slice(line, 0, 2000));
  };
  globalThis.console = { log: write, info: write, warn: write, error: write, debug: write };

  globalThis.fetch = async (url, { method = 'GET', headers = {}, body } = {}) => {
    const sent = { url: RealString(url), method: RealString(method), headers: {} };
    for (const name of keys(headers)) sent.headers[name] = RealString(headers[name]);
    if (body !== undefined) sent.body = RealString(body);
    const got = parse(await request(stringify(sent)));
    if (got.error !== undefined) throw new RealError(got.error);
    const { status, type, text } = got.response;
    return freeze({
      url: got.response.url,
      status,
      ok: status >= 200 && status < 300,
      type,
      text: async () => text,
      json: async () => parse(text),
    });
  };

  /** The length of a text in bytes of UTF-8. */
  const bytesOf = (text) => {
    let bytes = 0;
    for (let at = 0; at < text.length; at += 1) {
      const code = charCodeAt(text, at);
      bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code >= 0xd800 && code < 0xe000 ? 2 : 3;
    }
    return bytes;
  };

  return async (program, input) => {
    if (typeof program !== 'function') return '!Its code exports no function: write "export default (input) => …".';
    const result = await apply(program, undefined, [parse(input)]);
    const text = stringify(result === undefined ? null : result);
    if (text === undefined) return '!Its result is not JSON.';
    if (bytesOf(text) > outputBytes) return '#' + bytesOf(text);
    return '=' + text;
  };
})`;
