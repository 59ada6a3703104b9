import { deflateSync } from 'node:zlib';

/** A PDF of these objects, numbered from 1; the first is its catalog. */
function pdfOf(objects: readonly string[], trailer = ''): Buffer {
  let text = '%PDF-1.4\n';
  const offsets = objects.map((object, at) => {
    const offset = text.length;
    text += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  return Buffer.from(
    `${text}xref\n0 ${size}\n0000000000 65535 f \n${rows}trailer\n<< /Size ${size} /Root 1 0 R ${trailer}>>\nstartxref\n${text.length}\n%%EOF`,
    'latin1',
  );
}

const stream = (content: string, dictionary = ''): string =>
  `<< /Length ${content.length} ${dictionary}>>\nstream\n${content}\nendstream`;

/** A PDF with a page for each text; an empty text is a page without any. `content` replaces what a page draws. */
export function pdfWith(
  texts: readonly string[],
  { catalog = '', content }: { readonly catalog?: string; readonly content?: string } = {},
): Buffer {
  const pages = texts.map((_, at) => `${4 + 2 * at} 0 R`).join(' ');
  const drawn = (text: string): string => content ?? (text === '' ? '0 0 m' : `BT /F1 12 Tf 72 720 Td (${text}) Tj ET`);
  return pdfOf([
    `<< /Type /Catalog /Pages 2 0 R ${catalog}>>`,
    `<< /Type /Pages /Kids [${pages}] /Count ${texts.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...texts.flatMap((text, at) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R >> >> /Contents ${5 + 2 * at} 0 R >>`,
      stream(drawn(text)),
    ]),
  ]);
}

/** A small PDF whose page unpacks to this many megabytes. */
export function pdfBomb(megabytes: number): Buffer {
  const packed = deflateSync(deflateSync(Buffer.alloc(megabytes * 1024 * 1024, 'q Q ')));
  return pdfOf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Contents 4 0 R >>',
    stream(packed.toString('latin1'), '/Filter [/FlateDecode /FlateDecode] '),
  ]);
}

/** A PDF whose pages name themselves as their parents. */
export const cyclicPdf = (): Buffer =>
  pdfOf(['<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Kids [2 0 R 2 0 R] /Count 2 /Parent 2 0 R >>']);

/** A PDF that says that it is encrypted. */
export const encryptedPdf = (): Buffer =>
  pdfOf(
    ['<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Kids [] /Count 0 >>'],
    `/ID [<00> <00>] /Encrypt << /Filter /Standard /V 1 /R 2 /P -4 /O <${'00'.repeat(32)}> /U <${'11'.repeat(32)}> >> `,
  );
