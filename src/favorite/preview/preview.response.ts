import { ApiProperty } from '@nestjs/swagger';
import { AvailableVersion } from '../dto/favorite.response';
import { EXCLUDED_AT_MOST, EXCLUDED_BECAUSE } from '../store/offer.repository';

class PreviewedVersion {
  @ApiProperty({ format: 'uuid' })
  id!: string;

  @ApiProperty({ example: '143.0.1' })
  version!: string;
}

class ExcludedByPolicy {
  @ApiProperty({ type: PreviewedVersion })
  version!: PreviewedVersion;

  @ApiProperty({
    enum: EXCLUDED_BECAUSE,
    description:
      'Why it is not offered; the first reason of several. `series`: it is in another series. `skip`: it is skipped. ' +
      '`prerelease`: it is a pre-release. `age`: it is not old enough. `snoozed`: nothing is offered at the moment.',
  })
  reason!: string;
}

export class PreviewResponse {
  @ApiProperty({
    type: AvailableVersion,
    nullable: true,
    description: 'What would be offered with this policy; null: nothing.',
  })
  available_version!: AvailableVersion | null;

  @ApiProperty({
    type: [ExcludedByPolicy],
    maxItems: EXCLUDED_AT_MOST,
    description: `Versions that are higher and not offered, newest first, at most ${EXCLUDED_AT_MOST}.`,
  })
  excluded!: ExcludedByPolicy[];
}
