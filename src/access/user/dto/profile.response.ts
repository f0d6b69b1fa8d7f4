import { ApiProperty } from '@nestjs/swagger';

export class ProfileResponse {
  @ApiProperty({ example: 'ada' })
  user!: string;

  @ApiProperty({ type: String, nullable: true, format: 'idn-email', example: 'ada@example.org' })
  email!: string | null;

  @ApiProperty({ description: 'false: nothing is queued or sent.' })
  notifications_enabled!: boolean;

  @ApiProperty({
    type: Boolean,
    nullable: true,
    description:
      "Overrides `notify_always` of favorites that use the profile's defaults; null: each favorite's own value.",
  })
  notify_always!: boolean | null;

  @ApiProperty({ example: 'Europe/Berlin' })
  time_zone!: string;

  @ApiProperty({ format: 'date-time', example: '2026-11-21T08:30:00.000000Z' })
  created_at!: string;

  @ApiProperty({ format: 'date-time', example: '2026-11-21T08:30:00.000000Z' })
  updated_at!: string;
}
