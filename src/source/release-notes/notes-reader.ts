import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { firstCharacters } from 'small-parts';
import { PatternBudgetSpent } from 'version-order';
import { parseMoment } from '../../common/time/utc-timestamp';
import { Config } from '../../config/config';
import { Database } from '../../database/database';
import type { HostGuest, HostVisit } from '../polling/host-fetches';
import { destinationOf } from '../polling/source-settings';
import { SourcePoller } from '../polling/source-poller';
import { GITHUB } from '../sources/forge-token';
import type { Release } from '../sources/source';
import { SourceError } from '../../common/fetch/source-error';
import { NotModified, type SourceWeb } from '../../common/fetch/source-web';
import type { TaggedNote } from '../../version/release-notes/store/note-match';
import { NoteRecorder } from '../../version/release-notes/store/note-recorder';
import { type NotesPlace, NotesPlaces } from './notes-places';
import { type DueNotes, NotesReaderRepository, type NotesResult } from './notes-reader.repository';

/** Without a token GitHub allows 60 requests an hour. Notes take a third of them: up to three pages, and then so many seconds of rest. */
const REST_WITHOUT_TOKEN = 600;
const MAX_ERROR = 500;

/** The result of a fetch. */
interface Answer {
  /** null = nothing has changed. */
  releases: Release[] | null;
  etag: string | null;
  lastModified: string | null;
}

/**
 * Reads release notes of tracked products elsewhere than at their sources. It is a guest of the poller: a host is asked by one process at a
 * time, sources and notes together, and their requests count together.
 */
@Injectable()
export class NotesReader implements HostGuest, OnModuleInit {
  private readonly logger = new Logger(NotesReader.name);

  constructor(
    private readonly config: Config,
    private readonly database: Database,
    private readonly repository: NotesReaderRepository,
    private readonly places: NotesPlaces,
    private readonly poller: SourcePoller,
    private readonly notes: NoteRecorder,
  ) {}

  onModuleInit(): void {
    if (this.config.notes) this.poller.welcome(this);
  }

  /** Finds products whose notes are to be read from now on, and hosts at which some are due. */
  async plan(): Promise<void> {
    for (let after = ''; ;) {
      const { ids, isLast } = await this.repository.unplanned(after, this.places.withNotes);
      for (const id of ids) await this.planOne(id);
      if (isLast) break;
      after = ids.at(-1)!;
    }
    await this.repository.bringForward();
    await this.repository.wakeHosts();
  }

  async visit(visit: HostVisit): Promise<void> {
    const { host } = visit.session;
    for (const due of await this.repository.dueAt(host)) {
      const rest = await this.restOf(host);
      if (rest > 0) return this.repository.putOff(host, rest);
      if (visit.isOver()) return;
      const facts = await this.repository.facts(due.software_id);
      const place = facts && Number(facts.is_tracked) ? this.places.placeOf(facts) : null;
      if (place === null) await this.repository.forget(this.database, due.software_id);
      else if ((await hostOf(place)) !== host) await this.planAt(due.software_id, place);
      else if ((await this.read(visit, due, place)) === 'over') return;
    }
  }

  /**
   * Reads the notes of a product now, whether somebody tracks it or not.
   * @returns how many versions have other notes now; null = they are not read beside its source, or the host is paused or busy
   * @throws SourceError
   */
  async readNow(softwareId: string): Promise<number | null> {
    const facts = await this.repository.facts(softwareId);
    const place = facts ? this.places.placeOf(facts) : null;
    if (place === null) return null;
    return this.poller.atHost(await hostOf(place), async (visit) => {
      await this.planAt(softwareId, place);
      const due = await this.repository.find(softwareId);
      const result = due && (await this.read(visit, { ...due, etag: null, last_modified: null }, place));
      if (result instanceof SourceError) throw result;
      return typeof result === 'number' ? result : null;
    });
  }

  private async planOne(softwareId: string): Promise<void> {
    const facts = await this.repository.facts(softwareId);
    const place = facts ? this.places.placeOf(facts) : null;
    if (place !== null) await this.planAt(softwareId, place);
  }

  private async planAt(softwareId: string, place: NotesPlace): Promise<void> {
    await this.repository.plan({ softwareId, target: place.target, host: await hostOf(place) });
  }

  /** Seconds for which notes must not be read at a host. */
  private async restOf(host: string): Promise<number> {
    if (host !== new URL(GITHUB).host || this.config.githubToken.length > 0) return 0;
    const since = await this.repository.sinceLastRead(host);
    return since === null ? 0 : Math.max(0, REST_WITHOUT_TOKEN - since);
  }

  /** @returns how many versions have other notes now, why it failed, or that nothing more may be asked */
  private async read(visit: HostVisit, due: DueNotes, place: NotesPlace): Promise<number | SourceError | 'over'> {
    const isKnown = due.target === place.target && !Number(due.is_written);
    const known = isKnown ? { etag: due.etag, lastModified: due.last_modified } : null;
    try {
      const answer = await visit.fetch(known, (web) => this.answerOf(place, web, due));
      return answer === null ? 'over' : await this.keep(due, place, answer);
    } catch (error) {
      const failure = failureOf(error);
      if (failure === null) throw error;
      this.logger.debug({ msg: 'release notes could not be read', software: due.software_id, err: error });
      const result = { etag: null, lastModified: null, error: firstCharacters(failure.message, MAX_ERROR) };
      await this.end(due, place, result);
      return failure;
    }
  }

  /** @throws SourceError */
  private async answerOf({ source, settings }: NotesPlace, web: SourceWeb, due: DueNotes): Promise<Answer> {
    try {
      const releases = await source.fetch(settings, web);
      const { etag = null, lastModified = null } = web.validators ?? {};
      return { releases, etag, lastModified };
    } catch (error) {
      if (!(error instanceof NotModified)) throw error;
      return { releases: null, etag: due.etag, lastModified: due.last_modified };
    }
  }

  /** @throws PatternBudgetSpent */
  private async keep(due: DueNotes, place: NotesPlace, { releases, ...validators }: Answer): Promise<number> {
    const tagged = (releases ?? []).flatMap((release) => taggedOf(release, place));
    const prepared = await this.notes.prepare(tagged);
    return this.database.transaction(async (sql) => {
      if (!(await this.repository.lock(sql, due))) return 0;
      const changed = await this.notes.record(sql, due.software_id, tagged, prepared);
      await this.repository.done(sql, due, place.target, { ...validators, error: null });
      return changed;
    });
  }

  private end(due: DueNotes, place: NotesPlace, result: NotesResult): Promise<void> {
    return this.database.transaction((sql) => this.repository.done(sql, due, place.target, result));
  }
}

/** Those that are about the place, not about this service. */
function failureOf(error: unknown): SourceError | null {
  if (error instanceof SourceError) return error;
  if (error instanceof PatternBudgetSpent) return new SourceError('The tag pattern takes too long', null, 'pattern');
  return null;
}

/** Without credentials of its own: those of the operator count with the others of the host. */
const hostOf = ({ source, settings }: NotesPlace) => destinationOf(source, settings, () => null);

function taggedOf({ version, notes, notesUrl, releasedAt }: Release, { from }: NotesPlace): TaggedNote[] {
  if (!notes) return [];
  const date = releasedAt && parseMoment(releasedAt);
  // Changelogs name versions, not tags.
  return [{ tag: version, note: notes, url: notesUrl, releasedAt: date, isPlain: from === 'changelog' }];
}
