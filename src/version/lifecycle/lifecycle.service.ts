import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Problem } from '../../api/problem/problem';
import { Config } from '../../config/config';
import { Database } from '../../database/database';
import { DatabaseClock } from '../../database/database-clock';
import type { SupportResponse } from '../../software/dto/support.response';
import { SoftwareRepository } from '../../software/software.repository';
import { SoftwareService } from '../../software/software.service';
import { OrderingRepository } from '../versions/ordering.repository';
import { orderingOf } from '../versions/ordering-settings';
import { type KnownSince, type LifecycleResponse, toCycleResponse, toSupportResponse } from './lifecycle.response';
import { LifecycleRepository, type OriginRow } from './lifecycle.repository';
import { isOwn } from './lifecycle.store';
import type { Cycle } from './product-cycle';
import { cycleOf, daysBetween } from './support';

/** Days without an answer after which facts count as stale. */
const STALE_AFTER_DAYS = 3;

/** Reads until when products are supported. */
@Injectable()
export class LifecycleService implements OnModuleInit {
  constructor(
    private readonly config: Config,
    private readonly database: Database,
    private readonly clock: DatabaseClock,
    private readonly cycles: LifecycleRepository,
    private readonly orderings: OrderingRepository,
    private readonly software: SoftwareRepository,
    private readonly lists: SoftwareService,
  ) {}

  onModuleInit(): void {
    this.lists.supportBy((softwareIds) => this.ofLatest(softwareIds));
  }

  /** `YYYY-MM-DD`, UTC, by the database's clock. */
  today(): Promise<string> {
    return this.clock.today(this.database);
  }

  /** @throws Problem not-found */
  async ofSoftware(softwareId: string): Promise<LifecycleResponse> {
    const list = (await this.cycles.find([softwareId])).get(softwareId) ?? [];
    if (list.length === 0 && !(await this.software.exists(softwareId))) throw Problem.notFound('product');
    const today = await this.today();
    const known = (await this.knownSince(new Map([[softwareId, list]]), today)).get(softwareId)!;
    const inOrder = [...list.filter(hasRange).reverse(), ...list.filter((cycle) => !hasRange(cycle))];
    return {
      as_of: known.asOf,
      stale: known.stale,
      source: known.source,
      cycles: inOrder.map((cycle) => toCycleResponse(cycle, today)),
    };
  }

  /** The support of a version, which the product need not have. @throws Problem not-found */
  async ofVersion(softwareId: string, label: string): Promise<SupportResponse> {
    const row = await this.orderings.find(softwareId);
    if (!row) throw Problem.notFound('product');
    const ordering = orderingOf(row);
    const list = (await this.cycles.find([softwareId])).get(softwareId) ?? [];
    const today = await this.today();
    const known = (await this.knownSince(new Map([[softwareId, list]]), today)).get(softwareId)!;
    const match = cycleOf(ordering.read(label).key, ordering.quickVersionIn(label), list, today);
    return toSupportResponse(match, today, known);
  }

  /** The support of the latest versions of products; those without a lifecycle are left out. */
  async ofLatest(softwareIds: string[]): Promise<Map<string, SupportResponse>> {
    const lists = await this.cycles.find(softwareIds);
    if (lists.size === 0) return new Map();
    const today = await this.today();
    const known = await this.knownSince(lists, today);
    const rows = await this.cycles.latest([...lists.keys()]);
    return new Map(
      rows.map((row) => {
        const match = cycleOf(row.version_key, orderingOf(row).quickVersionIn(row.version), lists.get(row.id)!, today);
        return [row.id, toSupportResponse(match, today, known.get(row.id)!)];
      }),
    );
  }

  /** @param lists the cycles of products, by product */
  async knownSince(lists: Map<string, Cycle[]>, today: string): Promise<Map<string, KnownSince>> {
    const withCycles = [...lists].flatMap(([id, list]) => (list.length > 0 ? [id] : []));
    const origins = await this.cycles.origins(withCycles);
    return new Map([...lists].map(([id, list]) => [id, this.sinceOf(list, origins.get(id), today)]));
  }

  /** Facts that a later answer confirmed are as new as that answer. */
  private sinceOf(list: Cycle[], origin: OriginRow | undefined, today: string): KnownSince {
    if (list.length === 0) return { asOf: null, stale: false, source: null };
    const known = newestOf(list.map(({ asOf }) => asOf))!;
    if (isOwn(list, origin)) return { asOf: known, stale: false, source: 'record' };
    const { sources, lifecycleUrl } = this.config;
    const polled = origin?.source_type === 'endoflife' ? (origin.asked_at?.slice(0, 10) ?? null) : null;
    const told = origin?.told_at?.slice(0, 10) ?? null;
    const answered = newestOf([sources === 'off' ? null : polled, lifecycleUrl === null ? null : told]);
    // Changes have the day of the answer that brought them.
    const stale = answered !== null && daysBetween(newestOf([answered, known])!, today) > STALE_AFTER_DAYS;
    return { asOf: newestOf([known, polled, origin?.told_on ?? null]), stale, source: 'endoflife.date' };
  }
}

/** Of days; null = there is none. */
const newestOf = (days: (string | null)[]) =>
  days.reduce((newest, day) => (day !== null && (newest === null || day > newest) ? day : newest), null);

const hasRange = ({ rangeFrom }: Cycle) => rangeFrom !== null;
