import { ApiProperty } from '@nestjs/swagger';

export class ProfileResponse {
  @ApiProperty({ example: 'ada' })
  user!: string;

  @ApiProperty({ type: String, nullable: true, format: 'idn-email', example: 'ada@example.org' })
  email!: string | null;

  @ApiProperty({ description: 'false: nothing is sent and nothing is queued.' })
  notifications_enabled!: boolean;

  @ApiProperty({
    type: Boolean,
    nullable: true,
    description: "Takes the place of `notify_always` in favorites that use the profile's defaults; null: each its own.",
  })
  notify_always!: boolean | null;

  @ApiProperty({ example: 'Europe/Berlin' })
  time_zone!: string;

  @ApiProperty({ format: 'date-time', example: '2026-11-21T08:30:00.000000Z' })
  created_at!: string;

  @ApiProperty({ format: 'date-time', example: '2026-11-21T08:30:00.000000Z' })
  updated_at!: string;
}
