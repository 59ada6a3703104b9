import { cyclicPdf, encryptedPdf, pdfBomb, pdfWith } from '@crumbtrail/testing';
import { PdfTexts } from '../src/files/pdf/pdf-text';

const read = (bytes: Buffer, limits = {}): Promise<string> => new PdfTexts(limits).read('a.pdf', bytes, 60_000);

describe('the text of a PDF', () => {
  it('is that of its pages, in their order', async () => {
    expect(await read(pdfWith(['The code word is heliotrope.', 'Second page.']))).toBe(
      'The code word is heliotrope.\n\nSecond page.',
    );
  });

  it('says where pages are missing, and where there is none', async () => {
    expect(await read(pdfWith(['One.', 'Two.', 'Three.']), { maxPages: 2 })).toBe('One.\n\nTwo.\n(2 of 3 pages)');
    expect(await read(pdfWith(['']))).toBe('(This PDF holds no text: its pages are pictures.)');
  });

  it('is read without running anything that the file holds', async () => {
    const catalog = '/OpenAction << /S /JavaScript /JS (app.alert\\(1\\)) >> ';
    expect(await read(pdfWith(['Hello.'], { catalog }))).toBe('Hello.');
  });

  it.each([
    ['that is cut off in its header', Buffer.from('%PDF-1.7\n'), /cannot be read as PDF/],
    ['that is encrypted', encryptedPdf(), /it is encrypted/],
    ['whose pages have no end', cyclicPdf(), /cannot be read as PDF/],
  ])('is refused for a PDF %s, with the reason', async (_what, bytes, message) => {
    await expect(read(bytes)).rejects.toMatchObject({
      code: 'invalid_payload',
      message: expect.stringMatching(message),
    });
  });

  it('is not waited for above its time, and the next PDF is read', async () => {
    const texts = new PdfTexts({ maxMs: 1 });
    await expect(texts.read('slow.pdf', pdfWith(['x']), 60_000)).rejects.toThrow(/takes more than 1 ms/);
    expect(await read(pdfWith(['Next.']))).toBe('Next.');
  });

  it('that unpacks to too much ends its thread, and not this process', async () => {
    const bomb = pdfBomb(300);
    expect(bomb.length).toBeLessThan(10_000);
    await expect(read(bomb, { maxGrowthMb: 60, maxMs: 60_000 })).rejects.toThrow(/takes too much memory/);
    expect(await read(pdfWith(['Next.']))).toBe('Next.');
  });

  it('is refused while too many are read', async () => {
    const texts = new PdfTexts();
    const all = await Promise.allSettled(Array.from({ length: 4 }, () => texts.read('a.pdf', pdfWith(['x']), 60_000)));
    expect(all.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'rejected']);
  });
});
