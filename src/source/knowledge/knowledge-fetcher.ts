import { createWriteStream } from 'node:fs';
import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import type { OutgoingHttp } from '../../common/outgoing-http/outgoing-http';
import { dateOf } from '../../common/fetch/read';
import { headerOf, type Validators } from '../../common/fetch/response-headers';
import { NotModified, SourceWeb, type WebRequest } from '../../common/fetch/source-web';
import { knowledgeAt } from './knowledge-files';
import type { Knowledge, KnowledgeDocument, KnowledgeProvider } from './providers/knowledge-provider';
import { temporaryFile } from './record-files';

const LONGEST_FETCH_MS = 120_000;
/** Bytes and milliseconds of a file of records: five times what the largest ecosystem has. */
const MAX_FILE_BYTES = 1024 * 1024 * 1024;
const LONGEST_FILE_MS = 1_800_000;
/** Milliseconds between two renewals of the claim while a file arrives: less than its lease. */
const RENEW_MS = 60_000;

interface FetchContext {
  /** `YYYY-MM-DD` */
  today: string;
  /** Renews the claim. */
  hold(): Promise<void>;
  signal?: AbortSignal;
}

/** Requests the answers of providers of knowledge. */
export class KnowledgeFetcher {
  constructor(private readonly http: OutgoingHttp) {}

  /**
   * @param known validators of the last stored answer
   * @param store is called with a new answer
   * @returns the validators of the answer that is stored now; null = there are none
   * @throws SourceError, KnowledgeError, and errors of `store`
   */
  async fetch(
    provider: KnowledgeProvider,
    url: string,
    known: Validators | null,
    context: FetchContext,
    store: (knowledge: Knowledge) => Promise<void>,
  ): Promise<Validators | null> {
    const isFile = provider.form === 'records' || new URL(url).pathname.endsWith('.gz');
    const totalMs = isFile ? LONGEST_FILE_MS : LONGEST_FETCH_MS;
    const limits = { turn: () => Promise.resolve(), totalMs, signal: context.signal };
    const web = new SourceWeb(this.http, known, limits);
    try {
      if (isFile) await this.file(provider, url, web, context, store);
      else await store(await this.document(provider, url, web, context));
      return web.validators;
    } catch (error) {
      if (error instanceof NotModified) return known;
      throw error;
    } finally {
      web.close();
    }
  }

  private async document(
    provider: KnowledgeProvider,
    url: string,
    web: SourceWeb,
    { today }: FetchContext,
  ): Promise<Knowledge> {
    const { href, request } = requestOf(url, 'application/json, */*;q=0.1');
    const response = await web.get(href, request);
    const day = dateOf(headerOf(response, 'last-modified'))?.slice(0, 10) ?? today;
    return provider.read(single({ name: null, text: response.body, day }), today);
  }

  /** A zip file has its list at its end, so that it is written to a file first. */
  private async file(
    provider: KnowledgeProvider,
    url: string,
    web: SourceWeb,
    { today, hold }: FetchContext,
    store: (knowledge: Knowledge) => Promise<void>,
  ): Promise<void> {
    const { path, remove } = await temporaryFile();
    try {
      await download(web, url, path, hold);
      await store(await knowledgeAt(provider, path, today));
    } finally {
      await remove();
    }
  }
}

async function download(web: SourceWeb, url: string, path: string, hold: () => Promise<void>): Promise<void> {
  const { href, request } = requestOf(url, '*/*');
  const file = createWriteStream(path);
  let renewedAt = performance.now();
  const take = async (chunk: Buffer): Promise<void> => {
    if (!file.write(chunk)) await once(file, 'drain');
    if (performance.now() - renewedAt < RENEW_MS) return;
    renewedAt = performance.now();
    await hold();
  };
  try {
    await web.pieces(href, { ...request, maxBytes: MAX_FILE_BYTES, timeoutMs: LONGEST_FILE_MS }, take);
  } finally {
    file.end();
    await finished(file);
  }
}

async function* single(document: KnowledgeDocument): AsyncGenerator<KnowledgeDocument> {
  yield await Promise.resolve(document);
}

/** User and password of a URL go into a header. */
function requestOf(text: string, accept: string): { href: string; request: WebRequest } {
  const url = new URL(text);
  const [user, password] = [decodeURIComponent(url.username), decodeURIComponent(url.password)];
  url.username = url.password = '';
  const authorization = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
  const headers = user || password ? { authorization } : undefined;
  return { href: url.href, request: { accept, headers, trusted: true } };
}
