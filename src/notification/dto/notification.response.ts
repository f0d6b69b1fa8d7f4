import { ApiProperty } from '@nestjs/swagger';
import { type Moment, toApiMoment } from '../../common/moment';
import { VersionResponse } from '../../software/dto/software.response';
import { NOTIFICATION_STATES } from '../notification-state';

export const DELIVERY_STATES = ['queued', 'sent', 'failed', 'cancelled', 'expired'] as const;

export class DeliveryResponse {
  @ApiProperty({ format: 'uuid' })
  id!: string;

  @ApiProperty({ format: 'uuid', description: 'Id of the channel, which may have been deleted since.' })
  channel!: string;

  @ApiProperty({ example: 'email' })
  type!: string;

  @ApiProperty({ enum: DELIVERY_STATES })
  state!: string;

  @ApiProperty({ description: 'How often it was tried.' })
  attempts!: number;

  @ApiProperty({ type: String, nullable: true, format: 'date-time' })
  next_attempt_at!: string | null;

  @ApiProperty({ type: String, nullable: true })
  last_error!: string | null;
}

export class NotificationResponse {
  @ApiProperty({ format: 'uuid' })
  id!: string;

  @ApiProperty({ format: 'uuid', description: 'Id of the favorite.' })
  favorite!: string;

  @ApiProperty({ description: 'Name of the software.', example: 'Firefox' })
  software!: string;

  @ApiProperty({ description: 'The version that it tells of.' })
  version!: VersionResponse;

  @ApiProperty({ enum: NOTIFICATION_STATES, description: '`sent` as soon as one channel accepted it.' })
  state!: string;

  @ApiProperty({ format: 'date-time', example: '2026-11-21T08:30:00.000000Z' })
  created_at!: string;

  @ApiProperty({ type: [DeliveryResponse], description: 'One for each channel.' })
  deliveries!: DeliveryResponse[];
}

export interface NotificationRow {
  id: string;
  favorite_id: string;
  software: string;
  version_id: string;
  version: string;
  version_created_at: Moment;
  state: string;
  created_at: Moment;
}

export interface DeliveryRow {
  id: string;
  notification_id: string;
  channel_id: string;
  type: string;
  state: string;
  attempts: number;
  next_at: Moment | null;
  last_error: string | null;
}

export function toNotificationResponse(row: NotificationRow, deliveries: DeliveryRow[]): NotificationResponse {
  return {
    id: row.id,
    favorite: row.favorite_id,
    software: row.software,
    version: { id: row.version_id, version: row.version, created_at: toApiMoment(row.version_created_at) },
    state: row.state,
    created_at: toApiMoment(row.created_at),
    deliveries: deliveries.map((delivery) => ({
      id: delivery.id,
      channel: delivery.channel_id,
      type: delivery.type,
      state: delivery.state,
      attempts: delivery.attempts,
      next_attempt_at: toApiMoment(delivery.next_at),
      last_error: delivery.last_error,
    })),
  };
}
