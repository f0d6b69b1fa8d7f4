import { Injectable, Logger } from '@nestjs/common';
import { groupBy } from 'small-parts';
import { SourceError } from '../../common/fetch/source-error';
import { fromPlugin } from '../../common/plugin/plugins';
import { SecretError } from '../../common/secret-box';
import { Config } from '../../config/config';
import type { Asked, OneOfMany } from '../sources/source';
import { isNoting } from './answer-digest';
import type { DueSource } from './due-source';
import { HostFetches } from './host-fetches';
import type { HostSession } from './host-session';
import { SoftwareSourceRepository } from './software-source.repository';
import { SourceSettings } from './source-settings';

/** Due sources that are asked together: some requests, and some megabytes. */
const TOGETHER = 400;
/** Those that are read at once. */
const PAGE = 200;
/** What tells a validator of `fetchMany` from an `ETag`. */
const OF_MANY = 'many:';

/** What was learnt of one of the sources; a null answer: nothing has changed. */
export type Learnt = OneOfMany | SourceError;

/** Whether a release of this poll is stored with its notes. */
export const takesNotes = (config: Config, hasNotes: boolean, due: DueSource): boolean =>
  config.notes && hasNotes && Boolean(Number(due.takes_notes));

/** Without a hash no response was stored, and its validators mean nothing; nor do they if its notes are still to be read. */
export const isStored = ({ answer_hash }: DueSource, withNotes: boolean): boolean =>
  answer_hash !== null && (!withNotes || isNoting(answer_hash));

/** The `ETag` of the last answer. */
export const etagOf = ({ etag }: DueSource): string | null => (etag?.startsWith(OF_MANY) ? null : etag);

/** The due sources of a host: many of them are asked at once, where their type can do that. */
@Injectable()
export class ManyPolls {
  private readonly logger = new Logger(ManyPolls.name);

  constructor(
    private readonly config: Config,
    private readonly settings: SourceSettings,
    private readonly sources: SoftwareSourceRepository,
    private readonly fetches: HostFetches,
  ) {}

  /**
   * The due sources of a host that are still to be asked one by one: the others, those that were not answered, and those whose notes may have changed,
   * with the validator to store.
   */
  async *left(
    session: HostSession,
    learn: (due: DueSource, learnt: Learnt) => Promise<void>,
  ): AsyncGenerator<DueSource> {
    let together: DueSource[] = [];
    for await (const source of this.sources.dueAt(session.host, PAGE, this.config.sources === 'tracked')) {
      if (this.settings.find(source.type)?.fetchMany) together.push(source);
      else yield source;
      if (together.length < TOGETHER) continue;
      yield* await this.ask(session, together, learn);
      together = [];
    }
    yield* await this.ask(session, together, learn);
  }

  private async ask(
    session: HostSession,
    due: DueSource[],
    learn: (due: DueSource, learnt: Learnt) => Promise<void>,
  ): Promise<DueSource[]> {
    const left: DueSource[] = [];
    for (const [type, ofType] of groupBy(due, (source) => source.type)) {
      const asked = ofType.map((source) => this.askedOf(type, source));
      const open = asked.filter((one) => one !== null);
      const answers = (await this.fetch(session, type, open)).values();
      for (const [at, source] of ofType.entries()) {
        const one = asked[at] === null ? null : (answers.next().value ?? null);
        const hasNews = one !== null && !(one instanceof SourceError) && one.answer !== null;
        if (one === null) left.push(source);
        else if (hasNews && this.isNoted(source)) left.push({ ...source, validator: OF_MANY + one.validator });
        else await learn(source, one instanceof SourceError ? one : { ...one, validator: OF_MANY + one.validator });
      }
    }
    return left;
  }

  /** Labels that favorites of the product have. */
  inUse({ software_id }: DueSource): Promise<string[]> {
    return this.sources.labelsInUse(software_id);
  }

  private isNoted(due: DueSource): boolean {
    return takesNotes(this.config, this.settings.find(due.type)!.hasNotes, due);
  }

  /** Null: it is asked by itself. */
  private askedOf(type: string, due: DueSource): Asked<object> | null {
    const withNotes = this.isNoted(due);
    const known = isStored(due, withNotes) && due.etag?.startsWith(OF_MANY) ? due.etag.slice(OF_MANY.length) : null;
    try {
      const settings = this.settings.open(due.software_id, this.settings.find(type)!, due.settings);
      return { settings, known, inUse: () => this.inUse(due) };
    } catch (error) {
      if (error instanceof SecretError) return null; // The poll of this one says why.
      throw error;
    }
  }

  private async fetch(session: HostSession, type: string, asked: Asked<object>[]): Promise<(Learnt | null)[]> {
    const nothing = asked.map(() => null);
    if (asked.length === 0 || this.fetches.isOver(session) || !(await session.renew())) return nothing;
    const web = this.fetches.webFor(session, null, false);
    const source = this.settings.find(type)!;
    try {
      return await this.fetches.run(() => source.fetchMany!(asked, web));
    } catch (error) {
      this.logger.error({ msg: 'source failed', type, ...fromPlugin(source), err: error });
      return nothing;
    } finally {
      web.close();
      session.pauseFor(web.pause);
    }
  }
}
