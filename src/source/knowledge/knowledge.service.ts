import { Inject, Injectable, Logger } from '@nestjs/common';
import { OutgoingHttp } from '../../common/outgoing-http/outgoing-http';
import { sha256 } from '../../common/fingerprint';
import { Config } from '../../config/config';
import { Database, type Sql } from '../../database/database';
import { DatabaseClock } from '../../database/database-clock';
import { nextRetry } from '../polling/poll-times';
import { dateOf } from '../sources/read';
import { headerOf, type Validators } from '../sources/response-headers';
import { SourceError } from '../sources/source-error';
import { NotModified, SourceWeb } from '../sources/source-web';
import { documentsAt } from './knowledge-files';
import { KnowledgeMetrics } from './knowledge.metrics';
import { type Claim, KnowledgeRepository } from './knowledge.repository';
import { KNOWLEDGE_PROVIDERS } from './providers';
import {
  type Knowledge,
  type KnowledgeDocument,
  KnowledgeError,
  type KnowledgeProvider,
  type Learnt,
  type Rejected,
} from './providers/knowledge-provider';

/** The result of an import. */
export interface ImportedKnowledge extends Learnt {
  provider: string;
  as_of: string;
  records: number;
  rejected: number;
}

/** Seconds. */
const DAY = 86_400;
/** A day is longer or shorter by up to this part at random, so that not all installations ask at one moment. */
const JITTER = 0.1;
const LONGEST_FETCH_MS = 120_000;
/** Seconds until it is tried again after an error that is not the provider's. */
const OWN_ERROR_PAUSE = 600;

/** Another process has taken the provider over. */
class ClaimLost extends Error {}

/** Requests answers of providers of knowledge and stores them. One process at a time for each provider. */
@Injectable()
export class KnowledgeService {
  private readonly logger = new Logger(KnowledgeService.name);
  /** Providers whose rows this process has created. */
  private readonly prepared = new Set<string>();

  constructor(
    private readonly config: Config,
    private readonly database: Database,
    private readonly clock: DatabaseClock,
    private readonly repository: KnowledgeRepository,
    private readonly http: OutgoingHttp,
    private readonly metrics: KnowledgeMetrics,
    @Inject(KNOWLEDGE_PROVIDERS) private readonly providers: KnowledgeProvider[],
  ) {}

  /** Asks all that have an address and are due. */
  async askDue(signal?: AbortSignal): Promise<void> {
    for (const provider of this.providers) {
      const url = provider.urlOf(this.config);
      if (url === null || signal?.aborted) continue;
      const target = sha256(url);
      await this.prepare(provider.name, target);
      const claim = await this.repository.claimDue(provider.name, target);
      if (claim) await this.ask(provider, url, claim, signal);
    }
  }

  /**
   * Stores the content of files. A process that is storing an answer at this moment stops.
   * @param location a file, a folder, or `-` for standard input
   * @param rejected called with invalid records
   * @throws KnowledgeError, SourceError, and errors of the file system: then nothing was written
   */
  async import(name: string, location: string, rejected: (record: Rejected) => void): Promise<ImportedKnowledge> {
    const provider = this.providers.find((one) => one.name === name);
    if (!provider) throw new KnowledgeError(`There is no ${name}: choose among ${this.names().join(', ')}.`);
    await this.prepare(name, null);
    const unreadable: Rejected[] = [];
    const documents = documentsAt(location, (file) => void unreadable.push(file));
    const knowledge = await provider.read(documents, await this.today());
    const all = { ...knowledge, rejected: [...unreadable, ...knowledge.rejected] };
    all.rejected.forEach(rejected);
    const claim = await this.repository.takeOver(name);
    try {
      return await this.store(provider, claim, all, () => Promise.resolve());
    } finally {
      await this.repository.release(claim);
    }
  }

  private names(): string[] {
    return this.providers.map(({ name }) => name);
  }

  private async prepare(provider: string, target: string | null): Promise<void> {
    if (this.prepared.has(provider)) return;
    await this.repository.prepare(provider, target);
    if (target !== null) this.prepared.add(provider);
  }

  private async ask(provider: KnowledgeProvider, url: string, claim: Claim, signal?: AbortSignal): Promise<void> {
    const limits = { turn: () => Promise.resolve(), totalMs: LONGEST_FETCH_MS, signal };
    const web = new SourceWeb(this.http, claim.validators, limits);
    const answered = (sql: Sql, validators: Validators | null | 'kept') =>
      this.repository.answered(sql, claim, sha256(url), validators, nextDay());
    try {
      const knowledge = await this.fetch(provider, url, web);
      const done = await this.store(provider, claim, knowledge, (sql) => answered(sql, web.validators), signal);
      this.metrics.count(provider.name, done.changed > 0 ? 'changed' : 'unchanged');
    } catch (error) {
      if (error instanceof NotModified) {
        await answered(this.database, 'kept');
        this.metrics.count(provider.name, 'unchanged');
      } else if (signal?.aborted) await this.repository.release(claim);
      else if (!(error instanceof ClaimLost)) await this.fail(provider, claim, error);
    } finally {
      web.close();
    }
  }

  /** @throws SourceError, KnowledgeError, NotModified */
  private async fetch(provider: KnowledgeProvider, url: string, web: SourceWeb): Promise<Knowledge> {
    const { href, authorization } = withoutUser(url);
    const response = await web.get(href, {
      accept: 'application/json',
      headers: authorization === null ? {} : { authorization },
      trusted: true,
    });
    const today = await this.today();
    const day = dateOf(headerOf(response, 'last-modified'))?.slice(0, 10) ?? today;
    return provider.read(single({ name: null, text: response.body, day }), today);
  }

  private async store(
    provider: KnowledgeProvider,
    claim: Claim,
    knowledge: Knowledge,
    done: (sql: Sql) => Promise<void>,
    signal?: AbortSignal,
  ): Promise<ImportedKnowledge> {
    const { asOf, records } = knowledge;
    if (claim.asOf !== null && asOf < claim.asOf)
      throw new KnowledgeError(`It is of ${asOf}, and what is known already of ${claim.asOf}: nothing was written.`);
    const hold = async (sql: Sql) => {
      if (!(await this.repository.hold(sql, claim))) throw new ClaimLost('Somebody else imports it now.');
    };
    const learnt = await provider.write(knowledge, hold, signal);
    const rejected = knowledge.rejected.length;
    await this.database.transaction(async (sql) => {
      await hold(sql);
      await this.repository.stored(sql, claim, { asOf, records, rejected });
      await done(sql);
    });
    const summary = { provider: provider.name, as_of: asOf, records, rejected, ...learnt };
    this.logger.log({ msg: 'knowledge imported', ...summary });
    return summary;
  }

  private async fail(provider: KnowledgeProvider, claim: Claim, error: unknown): Promise<void> {
    this.metrics.count(provider.name, 'failed');
    const failures = claim.failures + 1;
    if (error instanceof SourceError || error instanceof KnowledgeError) {
      const { message: reason } = error;
      this.logger.warn({ msg: 'a provider of knowledge failed', provider: provider.name, failures, reason });
      const asked = error instanceof SourceError ? error.retryAfter : null;
      return this.repository.failed(claim, reason, nextRetry(failures, asked, Math.random()));
    }
    this.logger.error({ msg: 'knowledge could not be stored', provider: provider.name, err: error });
    await this.repository.failed(claim, 'An error of this service: see its log', OWN_ERROR_PAUSE);
  }

  private async today(): Promise<string> {
    return (await this.clock.now(this.database)).slice(0, 10);
  }
}

const nextDay = () => Math.round(DAY * (1 + JITTER * (2 * Math.random() - 1)));

async function* single(document: KnowledgeDocument): AsyncGenerator<KnowledgeDocument> {
  yield await Promise.resolve(document);
}

/** User and password of a URL go into a header. */
function withoutUser(text: string): { href: string; authorization: string | null } {
  const url = new URL(text);
  const [user, password] = [decodeURIComponent(url.username), decodeURIComponent(url.password)];
  url.username = url.password = '';
  const authorization = user || password ? `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}` : null;
  return { href: url.href, authorization };
}
