import { Injectable, Logger } from '@nestjs/common';
import { OutgoingHttp } from '../common/outgoing-http/outgoing-http';
import { firstCharacters } from '../common/text';
import { parseMoment } from '../common/time/utc-timestamp';
import { Config } from '../config/config';
import { Database } from '../database/database';
import { GITHUB } from '../source/sources/forge-token';
import type { Release } from '../source/sources/source';
import { SourceError } from '../source/sources/source-error';
import { SourceRegistry } from '../source/sources/source-registry';
import { NotModified, SourceWeb } from '../source/sources/source-web';
import { type DueReader, SecondReaderRepository } from './second-reader.repository';
import { NoteRecorder } from './store/note-recorder';

/** Seconds between two products: without a token GitHub allows 60 requests an hour, of which this may take a third. */
const REST_WITH_TOKEN = 5;
const REST_WITHOUT_TOKEN = 600;
const LONGEST_FETCH_MS = 120_000;
const MAX_ERROR = 500;

/**
 * Reads release notes of tracked products whose source has none, from the releases of the repository on GitHub that an identifier names. One
 * process at a time, one product after the other.
 */
@Injectable()
export class SecondReader {
  private readonly logger = new Logger(SecondReader.name);
  private readonly withNotes: string[];

  constructor(
    private readonly config: Config,
    private readonly database: Database,
    private readonly repository: SecondReaderRepository,
    private readonly registry: SourceRegistry,
    private readonly http: OutgoingHttp,
    private readonly notes: NoteRecorder,
  ) {
    this.withNotes = registry.all().flatMap(({ hasNotes, type }) => (hasNotes ? [type] : []));
  }

  /** Reads the next product that is due. @returns whether there was one */
  async readNext(server = GITHUB): Promise<boolean> {
    const due = await this.repository.next(this.withNotes);
    return due !== undefined && (await this.claimAndRead(due, server)) !== null;
  }

  /** @returns how many versions have other notes now; null = its notes are not read this way, or somebody else reads at the host */
  async readNow(softwareId: string, server = GITHUB): Promise<number | null> {
    const due = await this.repository.next(this.withNotes, softwareId);
    return due === undefined ? null : this.claimAndRead({ ...due, etag: null, last_modified: null }, server);
  }

  private async claimAndRead(due: DueReader, server: string): Promise<number | null> {
    const { host } = new URL(server);
    const claim = await this.repository.claim(host);
    if (claim === null) return null;
    let rest = this.config.githubToken && server === GITHUB ? REST_WITH_TOKEN : REST_WITHOUT_TOKEN;
    const known = due.target === due.purl.slice(0, 64) ? { etag: due.etag, lastModified: due.last_modified } : null;
    const limits = { turn: () => Promise.resolve(), totalMs: LONGEST_FETCH_MS };
    const web = new SourceWeb(this.http, known, limits);
    try {
      return await this.read(due, server, host, web);
    } catch (error) {
      if (!(error instanceof SourceError)) throw error;
      rest = Math.max(rest, error.retryAfter ?? 0);
      this.logger.debug({ msg: 'release notes could not be read', software: due.software_id, err: error });
      const result = { etag: null, lastModified: null, error: firstCharacters(error.message, MAX_ERROR) };
      await this.database.transaction((sql) => this.repository.done(sql, due, host, result));
      return null;
    } finally {
      await this.repository.release(host, claim, Math.ceil(Math.max(rest, web.pause ?? 0)));
    }
  }

  /** @throws SourceError */
  private async read(due: DueReader, server: string, host: string, web: SourceWeb): Promise<number> {
    const releases = await this.releasesOf(due, server, web);
    const tagged = (releases ?? []).flatMap(({ version, notes, notesUrl, releasedAt }) =>
      notes ? [{ tag: version, note: notes, url: notesUrl, releasedAt: releasedAt && parseMoment(releasedAt) }] : [],
    );
    const prepared = await this.notes.prepare(tagged);
    const validators = releases === null ? { etag: due.etag, lastModified: due.last_modified } : web.validators;
    return this.database.transaction(async (sql) => {
      if (!(await this.repository.lock(sql, due.software_id))) return 0;
      const changed = await this.notes.record(sql, due.software_id, tagged, prepared);
      const { etag = null, lastModified = null } = validators ?? {};
      await this.repository.done(sql, due, host, { etag, lastModified, error: null });
      return changed;
    });
  }

  /** Null: nothing has changed. */
  private async releasesOf({ purl }: DueReader, server: string, web: SourceWeb): Promise<Release[] | null> {
    const [owner, name] = purl.slice('pkg:github/'.length).split('/');
    const source = this.registry.require('github-releases');
    const settings = Object.assign(new source.settingsClass(), { repository: `${owner}/${name}`, server });
    try {
      return await source.fetch(settings, web);
    } catch (error) {
      if (error instanceof NotModified) return null;
      throw error;
    } finally {
      web.close();
    }
  }
}
