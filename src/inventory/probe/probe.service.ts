import { Injectable } from '@nestjs/common';
import { audit } from '../../access/audit/audit.repository';
import { assertQuota, lockUser } from '../../access/user/user.repository';
import type { Owner, UserActor } from '../../api/identity/actor';
import { newId } from '../../common/ids';
import { OutgoingHttp } from '../../common/outgoing-http/outgoing-http';
import { Problem } from '../../api/problem/problem';
import { toApiTimestamp } from '../../common/time/utc-timestamp';
import { Config } from '../../config/config';
import { formatDuration } from '../../config/duration';
import { Database, type Sql } from '../../database/database';
import { acceptEnvironment as environmentOf } from '../upload/upload-query';
import { type FavoriteState, FavoriteStateRepository } from '../../favorite/store/favorite-state.repository';
import { ComponentMatcher } from '../../lookup/matching/component-matcher';
import type { ProbeResponse, ProbeTestResponse, WriteProbeDto } from './dto/probe.dto';
import { hostOf, ProbeAsker } from './probe-asker';
import { ProbeDeployments } from './probe-deployments';
import { type AcceptedProbe, acceptProbe, type StoredProbe } from './probe-input';
import { ProbeRepository, type ProbeRow } from './probe.repository';
import { questionOf } from './question';

/** The probes of one user. Those of other users do not exist for the caller. */
@Injectable()
export class ProbeService {
  constructor(
    private readonly database: Database,
    private readonly probes: ProbeRepository,
    private readonly asker: ProbeAsker,
    private readonly deployments: ProbeDeployments,
    private readonly favorites: FavoriteStateRepository,
    private readonly matcher: ComponentMatcher,
    private readonly http: OutgoingHttp,
    private readonly config: Config,
  ) {}

  async list({ userId }: Owner, favoriteId: string): Promise<ProbeResponse[]> {
    await this.favorite(this.database, userId, favoriteId);
    return (await this.probes.ofFavorite(userId, favoriteId)).map((row) => this.toResponse(row));
  }

  async read({ userId }: Owner, favoriteId: string, environment: string): Promise<ProbeResponse> {
    const favorite = await this.favorite(this.database, userId, favoriteId);
    const row = await this.probes.find(userId, favoriteId, environmentOf(environment));
    if (row?.software_id !== favorite.softwareId) throw Problem.notFound('probe');
    return this.toResponse(row);
  }

  /** It is asked at once. */
  async replace(
    caller: UserActor,
    favoriteId: string,
    environment: string,
    input: WriteProbeDto,
  ): Promise<ProbeResponse> {
    const place = environmentOf(environment);
    await this.database.transaction(async (sql) => {
      await lockUser(sql, caller.userId);
      const { softwareId } = await this.favorite(sql, caller.userId, favoriteId, 'lock');
      const found = await this.probes.find(caller.userId, favoriteId, place, sql, sql.dialect.forUpdate);
      const stored = found?.software_id === softwareId ? found : undefined;
      const accepted = acceptProbe(this.http, input, stored ? this.stored(stored) : null);
      if (found && !stored) await this.probes.delete(sql, found.id);
      if (stored) await this.probes.update(sql, stored.id, this.columnsOf(stored.id, accepted));
      else {
        const id = newId();
        const owner = { user_id: caller.userId, favorite_id: favoriteId, software_id: softwareId, environment: place };
        await this.probes.insert(sql, { id, ...owner, ...this.columnsOf(id, accepted) });
        await assertQuota(sql, 'probe', caller.userId, this.config.probesPerUser);
      }
      await audit(sql, caller, 'favorite.probe-set', favoriteId, { environment: place });
    });
    return this.read(caller, favoriteId, environment);
  }

  /** The version in use stays, as far as no inventory says another one. */
  async remove(caller: UserActor, favoriteId: string, environment: string): Promise<void> {
    await this.database.transaction(async (sql) => {
      const favorite = await this.favorite(sql, caller.userId, favoriteId, 'lock');
      const place = environmentOf(environment);
      const found = await this.probes.find(caller.userId, favoriteId, place, sql, sql.dialect.forUpdate);
      if (!found) throw Problem.notFound('probe');
      await this.probes.delete(sql, found.id);
      await this.deployments.withdraw(sql, found, favorite);
      await audit(sql, caller, 'favorite.probe-removed', favoriteId, { environment: place });
    });
  }

  /** Asks once, and writes nothing. */
  async test(
    { userId }: Owner,
    favoriteId: string,
    environment: string,
    input: WriteProbeDto,
  ): Promise<ProbeTestResponse> {
    const { softwareId } = await this.favorite(this.database, userId, favoriteId);
    const row = await this.probes.find(userId, favoriteId, environmentOf(environment));
    return this.ask(softwareId, input, row?.software_id === softwareId ? this.stored(row) : null);
  }

  /** Asks once for the version of a product, and writes nothing. @throws Problem */
  async ask(softwareId: string, input: WriteProbeDto, stored: StoredProbe | null): Promise<ProbeTestResponse> {
    const { place, settings } = acceptProbe(this.http, input, stored);
    const asked = await this.asker.askNow(questionOf(place, settings)!);
    if (asked === null)
      throw new Problem(
        'conflict',
        'This address is being asked, or rests after failures. Try again in a few minutes.',
      );
    if ('message' in asked) return { answer: null, version: null, message: asked.message };
    const read = await this.matcher.labelOf(this.database, softwareId, asked.text);
    return 'label' in read
      ? { answer: asked.text, version: read.label, message: null }
      : { answer: asked.text, version: null, message: read.reason };
  }

  private async favorite(sql: Sql, userId: string, id: string, how: 'find' | 'lock' = 'find'): Promise<FavoriteState> {
    const [favorite] = await this.favorites[how](sql, userId, [id]);
    if (!favorite) throw Problem.notFound('favorite');
    return favorite;
  }

  private columnsOf(id: string, { place, settings, interval }: AcceptedProbe) {
    const question = questionOf(place, settings)!;
    return {
      preset: place.preset,
      json_path: place.jsonPath,
      pattern: place.pattern,
      header: place.header,
      settings: this.asker.seal(id, settings),
      interval_seconds: interval,
      host: hostOf(question.url),
    };
  }

  private stored(row: ProbeRow): StoredProbe | null {
    const settings = this.asker.tryOpen(row);
    return settings && { preset: row.preset, settings };
  }

  private toResponse(row: ProbeRow): ProbeResponse {
    const settings = this.asker.tryOpen(row);
    const isOff = this.config.sources === 'off';
    return {
      environment: row.environment,
      address: settings?.address ?? '',
      preset: row.preset,
      json_path: row.json_path,
      pattern: row.pattern,
      header: row.header,
      headers: settings?.headers.map(({ name }) => name) ?? [],
      interval: formatDuration(row.interval_seconds),
      state: row.failures > 0 ? 'failing' : isOff ? 'off' : row.asked_at === null ? 'new' : 'ok',
      version: row.answer,
      message: row.message,
      failures: row.failures,
      failing_since: toApiTimestamp(row.failing_since),
      asked_at: toApiTimestamp(row.asked_at),
      answered_at: toApiTimestamp(row.answered_at),
      next_at: isOff ? null : toApiTimestamp(row.next_at),
    };
  }
}
