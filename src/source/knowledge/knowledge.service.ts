import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { join } from 'node:path';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { OutgoingHttp } from '../../common/outgoing-http/outgoing-http';
import { audit } from '../../access/audit/audit.repository';
import { sha256 } from '../../common/fingerprint';
import { type Actor, COMMAND_LINE } from '../../api/identity/actor';
import { Config } from '../../config/config';
import { Database, type Sql } from '../../database/database';
import { DatabaseClock } from '../../database/database-clock';
import { nextRetry } from '../polling/poll-times';
import type { Validators } from '../../common/fetch/response-headers';
import { SourceError } from '../../common/fetch/source-error';
import { KnowledgeFetcher } from './knowledge-fetcher';
import { knowledgeAt } from './knowledge-files';
import { KnowledgeMetrics } from './knowledge.metrics';
import { type Claim, KnowledgeRepository } from './knowledge.repository';
import { KNOWLEDGE_PROVIDERS } from './providers';
import {
  type Knowledge,
  KnowledgeError,
  type KnowledgeProvider,
  type Learnt,
  type Rejected,
  type Stored,
  type Writing,
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
/** Seconds until it is tried again after an error that is not the provider's. */
const OWN_ERROR_PAUSE = 600;
/** Another process has taken the provider over. */
class ClaimLost extends Error {}

/** Requests answers of providers of knowledge and stores them. One process at a time for each provider. */
@Injectable()
export class KnowledgeService {
  /** The snapshots that come with the service. */
  bundledFolder = join(__dirname, '..', '..', '..', 'data', 'advisories');
  private readonly logger = new Logger(KnowledgeService.name);
  /** Providers whose rows this process has created. */
  private readonly prepared = new Set<string>();
  private readonly fetcher: KnowledgeFetcher;

  constructor(
    private readonly config: Config,
    private readonly database: Database,
    private readonly clock: DatabaseClock,
    private readonly repository: KnowledgeRepository,
    http: OutgoingHttp,
    private readonly metrics: KnowledgeMetrics,
    @Inject(KNOWLEDGE_PROVIDERS) private readonly providers: KnowledgeProvider[],
  ) {
    this.fetcher = new KnowledgeFetcher(http);
  }

  /** Asks all that have an address and are due. */
  async askDue(signal?: AbortSignal): Promise<void> {
    for (const provider of this.providers) {
      const urls = provider.urlsOf(this.config);
      if (urls.length === 0 || signal?.aborted) continue;
      const target = sha256(urls.join(' '));
      await this.prepare(provider.name, target);
      const claim = await this.repository.claimDue(provider.name, target);
      if (claim) await this.ask(provider, urls, claim, signal);
    }
  }

  /** Imports the snapshots that came with the service, unless they are stored already, as of the products that there are. */
  async importBundled(signal?: AbortSignal): Promise<void> {
    for (const provider of this.providers) {
      const path = provider.bundled === null ? null : join(this.bundledFolder, provider.bundled);
      if (path === null || !existsSync(path) || signal?.aborted) continue;
      const digest = sha256((await digestOf(path)) + (await this.repository.identifiersDigest()));
      await this.prepare(provider.name, null);
      const claim = await this.repository.claimFree(provider.name);
      if (!claim) continue;
      try {
        if (claim.bundled !== digest) await this.storeBundled(provider, path, digest, claim, signal);
      } catch (error) {
        if (!signal?.aborted && !(error instanceof ClaimLost))
          this.logger.error({ msg: 'bundled knowledge could not be stored', provider: provider.name, err: error });
      } finally {
        await this.repository.release(claim);
      }
    }
  }

  /**
   * Imports from a file, a folder or standard input.
   * @param name of the provider
   * @param rejected called with records that cannot be taken
   * @throws KnowledgeError, SourceError, and errors of the file system
   */
  async import(name: string, location: string, rejected: (record: Rejected) => void): Promise<ImportedKnowledge> {
    const provider = this.named(name);
    const knowledge = await knowledgeAt(provider, location, await this.clock.today(this.database));
    try {
      return await this.takingOver(name, (claim) => this.store(claim, provider, knowledge, this.writing(claim)));
    } finally {
      knowledge.rejected.forEach(rejected);
    }
  }

  /** Lets facts count that were held. @throws KnowledgeError when none are */
  async accept(name: string, actor: Actor = COMMAND_LINE): Promise<ImportedKnowledge> {
    const provider = this.named(name);
    return this.takingOver(name, async (claim) => {
      const accepted = await provider.accept(this.writing(claim));
      if (accepted === null) throw new KnowledgeError(`Nothing of ${name} is held.`);
      const { stored, ...learnt } = accepted;
      return this.remember(claim, stored, learnt, actor);
    });
  }

  private async takingOver<T>(name: string, work: (claim: Claim) => Promise<T>): Promise<T> {
    await this.prepare(name, null);
    const claim = await this.repository.takeOver(name);
    try {
      return await work(claim);
    } finally {
      await this.repository.release(claim);
    }
  }

  private named(name: string): KnowledgeProvider {
    const provider = this.providers.find((one) => one.name === name);
    if (provider) return provider;
    throw new KnowledgeError(`There is no ${name}: choose among ${this.providers.map((one) => one.name).join(', ')}.`);
  }

  private async prepare(provider: string, target: string | null): Promise<void> {
    if (this.prepared.has(provider)) return;
    await this.repository.prepare(provider, target);
    if (target !== null) this.prepared.add(provider);
  }

  private async ask(provider: KnowledgeProvider, urls: string[], claim: Claim, signal?: AbortSignal): Promise<void> {
    const validators = new Map<string, Validators>();
    try {
      let changed = 0;
      for (const url of urls) {
        const known = claim.validators.get(sha256(url)) ?? null;
        const hold = () => this.hold(this.database, claim);
        const fetched = await this.fetcher.fetch(
          provider,
          url,
          known,
          { today: await this.clock.today(this.database), hold, signal },
          async (knowledge) => {
            changed += (await this.store(claim, provider, knowledge, this.writing(claim, signal))).changed;
          },
        );
        if (fetched !== null) validators.set(sha256(url), fetched);
      }
      await this.repository.answered(claim, sha256(urls.join(' ')), validators, nextDay());
      this.metrics.count(provider.name, changed > 0 ? 'changed' : 'unchanged');
    } catch (error) {
      if (signal?.aborted) await this.repository.release(claim);
      else if (!(error instanceof ClaimLost)) await this.fail(provider, claim, error);
    }
  }

  private writing(claim: Claim, signal?: AbortSignal, isBundled = false): Writing {
    return { hold: (sql) => this.hold(sql, claim), isBundled, signal };
  }

  private async hold(sql: Sql, claim: Claim): Promise<void> {
    if (!(await this.repository.hold(sql, claim))) throw new ClaimLost('Somebody else imports it now.');
  }

  private async storeBundled(
    provider: KnowledgeProvider,
    path: string,
    digest: string,
    claim: Claim,
    signal?: AbortSignal,
  ): Promise<void> {
    const knowledge = await knowledgeAt(provider, path, await this.clock.today(this.database));
    await this.store(claim, provider, knowledge, this.writing(claim, signal, true));
    await this.repository.setBundled(claim, digest);
  }

  private async store(
    claim: Claim,
    provider: KnowledgeProvider,
    knowledge: Knowledge,
    writing: Writing,
  ): Promise<ImportedKnowledge> {
    const { asOf } = knowledge;
    if (provider.isWhole && asOf !== null && claim.asOf !== null && asOf < claim.asOf)
      throw new KnowledgeError(`It is of ${asOf}, and what is known already of ${claim.asOf}: nothing was written.`);
    const learnt = await provider.write(knowledge, writing);
    const { records, rejected } = knowledge;
    const day = knowledge.asOf ?? claim.asOf ?? (await this.clock.today(this.database));
    return this.remember(claim, { asOf: day, records, rejected: rejected.length }, learnt);
  }

  /** What is held is no fact yet. @param acceptedBy who let it count; null = nobody had to */
  private async remember(
    claim: Claim,
    stored: Stored,
    learnt: Learnt,
    acceptedBy: Actor | null = null,
  ): Promise<ImportedKnowledge> {
    const asOf = claim.asOf !== null && claim.asOf > stored.asOf ? claim.asOf : stored.asOf;
    const { records, rejected } = stored;
    const summary = { provider: claim.provider, as_of: asOf, records, rejected, ...learnt };
    if (learnt.held_because !== undefined) {
      this.logger.warn({ msg: 'knowledge is held', ...summary });
      return summary;
    }
    await this.database.transaction(async (sql) => {
      await this.hold(sql, claim);
      await this.repository.stored(sql, claim, { ...stored, asOf });
      if (acceptedBy !== null)
        await audit(sql, acceptedBy, 'knowledge.accepted', null, { provider: claim.provider, changed: learnt.changed });
    });
    claim.asOf = asOf;
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
}

const nextDay = () => Math.round(DAY * (1 + JITTER * (2 * Math.random() - 1)));

async function digestOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}
