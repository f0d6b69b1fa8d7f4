import { Injectable } from '@nestjs/common';
import { kindOfStep } from 'version-order';
import { Field, ID, NULLABLE } from '../../api/endpoint/field';
import type { Owner } from '../../api/identity/actor';
import { Problem } from '../../api/problem/problem';
import { toApiTimestamp } from '../../common/time/utc-timestamp';
import { Database } from '../../database/database';
import { DatabaseClock } from '../../database/database-clock';
import { AvailableVersion } from '../dto/favorite.response';
import type { ReplacePolicyDto } from '../policy/dto/policy.dto';
import { decidesAboutVersions, readPolicy } from '../policy/policy.mapper';
import { NO_POLICY } from '../store/policy';
import { PolicyService } from '../policy/policy.service';
import { FavoriteRepository } from '../store/favorite.repository';
import { EXCLUDED_AT_MOST, EXCLUDED_BECAUSE, type OfferedVersion, OfferRepository } from '../store/offer.repository';

class PreviewedVersion {
  @Field(ID) id!: string;
  @Field({ example: '143.0.1' }) version!: string;
}

class ExcludedByPolicy {
  @Field() version!: PreviewedVersion;

  @Field(
    { enum: EXCLUDED_BECAUSE },
    'Why it is not offered; the first reason of several. `series`: it is in another series. `skip`: it is skipped. ' +
      '`prerelease`: it is a pre-release. `age`: it is not old enough. `snoozed`: nothing is offered at the moment.',
  )
  reason!: string;
}

export class PreviewResponse {
  @Field(NULLABLE, { type: AvailableVersion }, 'What would be offered with this policy; null: nothing.')
  available_version!: AvailableVersion | null;

  @Field(
    [ExcludedByPolicy],
    { maxItems: EXCLUDED_AT_MOST },
    `Versions that are higher and not offered, newest first, at most ${EXCLUDED_AT_MOST}.`,
  )
  excluded!: ExcludedByPolicy[];
}

/** Previews the version that a policy would offer to a favorite, without storing it. */
@Injectable()
export class PreviewService {
  constructor(
    private readonly database: Database,
    private readonly favorites: FavoriteRepository,
    private readonly policies: PolicyService,
    private readonly offers: OfferRepository,
    private readonly clock: DatabaseClock,
  ) {}

  async preview(caller: Owner, id: string, input: ReplacePolicyDto): Promise<PreviewResponse> {
    const favorite = await this.favorites.find(caller.userId, id);
    if (!favorite) throw Problem.notFound('favorite');
    const policy = { ...NO_POLICY, ...readPolicy(input) };
    await this.policies.assertOwnsChannels(this.database, caller, policy.channels);
    const range = await this.policies.readRange(this.database, favorite.software_id, policy.series);
    const now = await this.clock.now(this.database);
    const offered = await this.offers.offered(id, policy, range, decidesAboutVersions(policy), now);
    const excluded = await this.offers.excluded(id, policy, range, offered?.id ?? null, now);
    return {
      available_version: offered ? availableOf(offered) : null,
      excluded: excluded.map(({ reason, ...version }) => ({ version, reason })),
    };
  }
}

const availableOf = ({ id, version, ...offered }: OfferedVersion): AvailableVersion => ({
  id,
  version,
  created_at: toApiTimestamp(offered.created_at),
  released_at: toApiTimestamp(offered.released_at),
  kind: kindOfStep(offered.tracked_version, version, offered.tag_pattern),
  prerelease: Boolean(offered.prerelease),
});
