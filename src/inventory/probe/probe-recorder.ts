import { Injectable } from '@nestjs/common';
import { Problem } from '../../api/problem/problem';
import { Database, type Sql } from '../../database/database';
import { FavoriteStateRepository } from '../../favorite/store/favorite-state.repository';
import { ComponentMatcher } from '../../lookup/matching/component-matcher';
import type { ClaimedHost } from '../../source/polling/source-host.repository';
import { OwnVersionService } from '../../version/versions/own-version.service';
import { nextAsk } from './ask-times';
import { type FoundVersion, ProbeDeployments } from './probe-deployments';
import { ProbeRepository, type ProbeRow } from './probe.repository';

/** What came of asking: the text of a version, or why there is none, and for how many seconds the program asked to be left alone. */
export type Asked = { text: string } | { message: string; retryAfter: number | null };

/** The version that a probe answered, or why it is none. */
type Found = FoundVersion | { message: string };

/** Writes what programs answer, and the state of the probe. */
@Injectable()
export class ProbeRecorder {
  constructor(
    private readonly database: Database,
    private readonly probes: ProbeRepository,
    private readonly deployments: ProbeDeployments,
    private readonly favorites: FavoriteStateRepository,
    private readonly matcher: ComponentMatcher,
    private readonly versions: OwnVersionService,
  ) {}

  /** In one transaction, which counts only while the claim holds and nobody has changed the probe. */
  async record(probe: ProbeRow, asked: Asked, claimed: ClaimedHost): Promise<void> {
    await this.database.transaction(async (sql) => {
      const [favorite] = await this.favorites.lock(sql, probe.user_id, [probe.favorite_id]);
      if (!favorite || !(await this.probes.lock(sql, probe, claimed))) return;
      const found = 'text' in asked ? await this.find(sql, probe.software_id, asked.text) : asked;
      const retryAfter = 'retryAfter' in asked ? asked.retryAfter : null;
      const failures = 'versionId' in found ? 0 : probe.failures + 1;
      const nextIn = nextAsk(probe.interval_seconds, failures, retryAfter, Math.random());
      if ('versionId' in found) await this.deployments.deploy(sql, probe, favorite, found);
      await this.probes.record(
        sql,
        probe.id,
        'versionId' in found ? { answer: found.label, nextIn } : { message: found.message, nextIn },
      );
    });
  }

  private async find(sql: Sql, softwareId: string, text: string): Promise<Found> {
    const read = await this.matcher.labelOf(sql, softwareId, text);
    if ('reason' in read) return { message: `It answered ${text}: ${read.reason}` };
    try {
      return { versionId: await this.versions.named(sql, softwareId, read.label, null), label: read.label };
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      return { message: `It answered ${text}: ${error.detail}` };
    }
  }
}
