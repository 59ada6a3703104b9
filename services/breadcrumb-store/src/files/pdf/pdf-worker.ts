import { parentPort, workerData } from 'node:worker_threads';
import { getDocumentProxy } from 'unpdf';

/** The data that the worker is started with. */
export interface PdfTask {
  readonly bytes: Uint8Array;
  readonly maxPages: number;
  readonly maxCharacters: number;
}

/** The text of a PDF, or why it cannot be read. */
export type PdfReading =
  { readonly text: string; readonly pages: number; readonly read: number } | { readonly problem: string };

type PdfDocument = Awaited<ReturnType<typeof getDocumentProxy>>;

/** The texts of a page, with the line breaks that it has. */
async function readPage(document: PdfDocument, number: number): Promise<string> {
  const page = await document.getPage(number);
  const { items } = await page.getTextContent();
  const text = items.map((item) => ('str' in item ? `${item.str}${item.hasEOL ? '\n' : ''}` : '')).join('');
  page.cleanup();
  return text.trim();
}

async function readPdf({ bytes, maxPages, maxCharacters }: PdfTask): Promise<PdfReading> {
  // Fonts and programs in the file are not needed for its text: nothing of it is compiled or run.
  const document = await getDocumentProxy(bytes, {
    isEvalSupported: false,
    disableFontFace: true,
    useSystemFonts: false,
  });
  const texts: string[] = [];
  let characters = 0;
  const last = Math.min(document.numPages, maxPages);
  for (let number = 1; number <= last && characters < maxCharacters; number += 1) {
    const text = await readPage(document, number);
    texts.push(text);
    characters += text.length;
  }
  return { text: texts.filter((text) => text !== '').join('\n\n'), pages: document.numPages, read: texts.length };
}

const problemOf = (error: unknown): string => {
  const { name = '', message = String(error) } = error instanceof Error ? error : {};
  return name === 'PasswordException' ? 'it is encrypted' : message.slice(0, 200);
};

void readPdf(workerData as PdfTask)
  .catch((error: unknown): PdfReading => ({ problem: problemOf(error) }))
  .then((reading) => parentPort?.postMessage(reading));
