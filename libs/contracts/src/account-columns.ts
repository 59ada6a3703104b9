type Numbers = readonly (number | undefined)[];

const toText = (bytes: readonly number[] | Buffer): string => Buffer.from(bytes).toString('base64url');
const toBytes = (text: string): Buffer => Buffer.from(text, 'base64url');

const UUID_BYTES = 16;

/** Packs ids, 16 bytes each. */
export function packIds(ids: readonly string[]): string {
  return toText(Buffer.from(ids.map((id) => id.replaceAll('-', '')).join(''), 'hex'));
}

/** Unpacks the result of `packIds`. */
export function unpackIds(text: string): string[] {
  const bytes = toBytes(text);
  return Array.from({ length: bytes.length / UUID_BYTES }, (_, at) =>
    bytes
      .toString('hex', at * UUID_BYTES, (at + 1) * UUID_BYTES)
      .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'),
  );
}

/** Packs whole numbers from 0 as LEB128 of the number plus one, 0 for an absent one; absent numbers at the end take no bytes. */
export function packIntegers(values: Numbers): string {
  const bytes: number[] = [];
  for (const value of values) {
    let rest = value === undefined ? 0 : Math.round(value) + 1;
    while (rest >= 128) {
      bytes.push((rest % 128) + 128);
      rest = Math.floor(rest / 128);
    }
    bytes.push(rest);
  }
  while (bytes.at(-1) === 0) bytes.pop();
  return toText(bytes);
}

/** Unpacks the result of `packIntegers`; shorter than the input when its last numbers were absent. */
export function unpackIntegers(text: string): (number | undefined)[] {
  const values: (number | undefined)[] = [];
  let value = 0;
  let unit = 1;
  for (const byte of toBytes(text)) {
    value += (byte % 128) * unit;
    unit *= 128;
    if (byte >= 128) continue;
    values.push(value === 0 ? undefined : value - 1);
    [value, unit] = [0, 1];
  }
  return values;
}

const MOST = 32_767;
const ABSENT = -32_768;
const MOST_DIGITS = 9;

/** Decimal places that fit into 16 bits: at least four significant digits of the largest number. */
export function digitsFor(values: Numbers): number {
  const largest = Math.max(0, ...values.map((value) => Math.abs(value ?? 0)));
  const digits = largest === 0 ? 0 : Math.floor(Math.log10(MOST / largest));
  return Math.min(MOST_DIGITS, digits);
}

/** Packs numbers as 16-bit integers with `digits` decimal places; absent numbers at the end take no bytes. */
export function packShares(values: Numbers, digits: number): string {
  const known = values.slice(0, values.findLastIndex((value) => value !== undefined) + 1);
  const bytes = Buffer.alloc(known.length * 2);
  known.forEach((value, at) =>
    bytes.writeInt16BE(value === undefined ? ABSENT : Math.round(value * 10 ** digits), at * 2),
  );
  return toText(bytes);
}

/** Unpacks the result of `packShares`. */
export function unpackShares(text: string, digits: number): (number | undefined)[] {
  const bytes = toBytes(text);
  return Array.from({ length: bytes.length / 2 }, (_, at) => {
    const value = bytes.readInt16BE(at * 2);
    return value === ABSENT ? undefined : Number((value / 10 ** digits).toFixed(Math.max(0, digits)));
  });
}
