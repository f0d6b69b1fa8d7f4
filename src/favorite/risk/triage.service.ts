import { Injectable } from '@nestjs/common';
import { audit } from '../../access/audit/audit.repository';
import { AdvisoryRepository } from '../../advisory/store/advisory.repository';
import type { UserActor } from '../../api/identity/actor';
import { Problem } from '../../api/problem/problem';
import { parseDay } from '../../common/time/utc-timestamp';
import { Database, type Transaction } from '../../database/database';
import { DatabaseClock } from '../../database/database-clock';
import { lockProducts } from '../../software/software.repository';
import { EvaluationService } from '../store/evaluation.service';
import { FavoriteRepository } from '../store/favorite.repository';
import { RiskService } from '../store/risk.service';
import type { FavoriteAdvisory, WriteTriageDto } from './dto/favorite-advisory.dto';
import { FavoriteAdvisoryService } from './favorite-advisory.service';
import { TriageRepository } from '../store/triage.repository';

export const TRIAGES_AT_MOST = 2_000;
const ID = /^[A-Za-z0-9][A-Za-z0-9._:-]{0,127}$/;

/** Writes what owners decide about vulnerabilities of their favorites. */
@Injectable()
export class TriageService {
  constructor(
    private readonly database: Database,
    private readonly clock: DatabaseClock,
    private readonly favorites: FavoriteRepository,
    private readonly evaluation: EvaluationService,
    private readonly exposures: RiskService,
    private readonly advisories: AdvisoryRepository,
    private readonly shown: FavoriteAdvisoryService,
    private readonly triages: TriageRepository,
  ) {}

  /** @throws Problem not-found, invalid-body, limit-reached */
  async write(caller: UserActor, id: string, advisoryId: string, input: WriteTriageDto): Promise<FavoriteAdvisory> {
    const until = input.until == null ? null : parseDay(input.until);
    if (input.until != null && until === null) throw Problem.field('until', 'must be a day, such as 2027-01-31');
    const vulnerability = await this.vulnerabilityOf(advisoryId);
    await this.database.transaction(async (sql) => {
      await this.lock(sql, caller, id);
      const now = await this.clock.now(sql);
      if (until !== null && until < now.slice(0, 10)) throw Problem.field('until', 'must not be in the past');
      const finding = await this.findingOf(sql, id, vulnerability);
      const { state, reason } = input;
      const written = { favoriteId: id, vulnerability, state, until, reason: reason.toWellFormed() };
      await this.triages.write(sql, [{ ...written, hadFix: finding.fixed !== null }], now);
      await this.assertFew(sql, id);
      await this.evaluation.evaluateWritten(sql, id, 'never', now);
      if (until !== null) await this.exposures.alertAfter(sql, id, until);
      await audit(sql, caller, 'favorite.advisory-triaged', id, { advisory: vulnerability, state, until });
    });
    return this.shown.get(id, vulnerability);
  }

  private async assertFew(sql: Transaction, id: string): Promise<void> {
    if ((await this.triages.count(sql, id)) <= TRIAGES_AT_MOST) return;
    const detail = `A favorite has at most ${TRIAGES_AT_MOST} decisions about vulnerabilities.`;
    throw new Problem('limit-reached', detail, [], {}, { limit: TRIAGES_AT_MOST });
  }

  /** @throws Problem not-found */
  async remove(caller: UserActor, id: string, advisoryId: string): Promise<void> {
    const vulnerability = await this.vulnerabilityOf(advisoryId);
    await this.database.transaction(async (sql) => {
      await this.lock(sql, caller, id);
      if (!(await this.triages.remove(sql, id, vulnerability))) return;
      await this.evaluation.evaluateWritten(sql, id, 'never', await this.clock.now(sql));
      await audit(sql, caller, 'favorite.advisory-untriaged', id, { advisory: vulnerability });
    });
  }

  private async lock(sql: Transaction, { userId }: UserActor, id: string): Promise<void> {
    const { softwareId } = await this.favorites.lock(sql, userId, id);
    await lockProducts(sql, [softwareId]);
  }

  private async findingOf(sql: Transaction, id: string, vulnerability: string) {
    const [exposure] = await this.exposures.exposures(sql, [id]);
    const finding = exposure?.findings.find((one) => one.vulnerability === vulnerability);
    if (!finding) throw Problem.notFound('vulnerability of this favorite');
    return finding;
  }

  /** The name of a vulnerability by the id of one of its records. An id that nobody knows is itself. */
  private async vulnerabilityOf(id: string): Promise<string> {
    if (!ID.test(id)) throw Problem.notFound('vulnerability');
    return this.advisories.vulnerabilityOf(id);
  }
}
