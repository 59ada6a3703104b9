import { parentPort, workerData } from 'node:worker_threads';
import { htmlToMarkdown } from './html-to-markdown';

/** The data that the worker is started with. */
export interface MarkdownTask {
  readonly html: string;
  readonly url: string;
}

const { html, url } = workerData as MarkdownTask;
parentPort?.postMessage(htmlToMarkdown(html, url));
