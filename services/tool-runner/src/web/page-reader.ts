import type { Response } from 'undici';
import { refusal } from './check-url';
import { decodePage } from './decode-page';
import { readLimitedBody } from './read-limited-body';
import { reasonOf, RuledFetch, type FetchRules } from './ruled-fetch';

/** What a page reader may fetch, and how much of it. */
export interface PageReaderOptions extends FetchRules {
  /** Bytes of a body after decompression. @default 2 MiB */
  readonly maxBytes?: number;
}

/** A page as text. */
export interface FetchedPage {
  /** The address after redirects. */
  readonly url: string;
  /** The media type, in lower case and without parameters. */
  readonly type: string;
  readonly text: string;
}

const MAX_BYTES = 2 * 1024 * 1024;
const READABLE_TYPES = ['text/html', 'application/xhtml+xml', 'text/plain', 'text/markdown', 'application/json'];
const HEADERS = { accept: `${READABLE_TYPES.join(', ')};q=0.9`, 'user-agent': 'Crumbtrail visit_link' };

/** The media type of an answer, in lower case and without parameters. */
export const mediaType = ({ headers }: Pick<Response, 'headers'>): string =>
  ((headers.get('content-type') ?? '').split(';')[0] as string).trim().toLowerCase();

/** Fetches pages of public hosts, as {@link RuledFetch} does. */
export class PageReader {
  private readonly web: RuledFetch;
  private readonly maxBytes: number;

  constructor(options: PageReaderOptions) {
    this.web = new RuledFetch(options);
    this.maxBytes = options.maxBytes ?? MAX_BYTES;
  }

  /** Throws ToolError `refused` for what must not be fetched, and an Error with the reason for what cannot be. */
  read(text: string, signal: AbortSignal): Promise<FetchedPage> {
    return this.web.fetch(text, { headers: HEADERS }, (url, response) => this.pageOf(url, response), signal);
  }

  private async pageOf({ href }: URL, response: Response): Promise<FetchedPage> {
    const { ok, status, statusText, headers, body } = response;
    if (!ok) throw new Error(`${href} answered ${status} ${statusText}`.trim());
    const type = mediaType(response);
    if (!READABLE_TYPES.includes(type))
      throw refusal(`${href} is ${type || 'of no stated type'}; readable are ${READABLE_TYPES.join(', ')}`);
    try {
      const contentType = headers.get('content-type') ?? '';
      return { url: href, type, text: decodePage(await readLimitedBody(body, this.maxBytes), contentType) };
    } catch (error) {
      throw new Error(`${href} cannot be read: ${reasonOf(error)}`, { cause: error });
    }
  }
}
