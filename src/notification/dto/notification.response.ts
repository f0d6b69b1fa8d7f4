import { COUNT, Field, ID, MOMENT, NULLABLE, OptionalField, URI } from '../../api/endpoint/field';
import type { Links } from '../../api/endpoint/links';
import { NESTED_AT_MOST, type Nested } from '../../api/list/nested';
import { type UtcTimestamp, toApiTimestamp } from '../../common/time/utc-timestamp';
import { VersionResponse } from '../../software/dto/software.response';

export const NOTIFICATION_STATES = ['pending', 'sent', 'failed', 'cancelled', 'expired'] as const;
export const NOTIFICATION_KINDS = [
  ...(['update', 'support.ending', 'support.ended', 'vulnerability.found', 'vulnerability.exploited'] as const),
];
export const DELIVERY_STATES = ['queued', 'sent', 'failed', 'cancelled', 'expired'] as const;

export class AttemptResponse {
  @Field({ type: 'integer', minimum: 1 }) no!: number;
  @Field(MOMENT) started_at!: string;
  @Field(COUNT, 'Milliseconds; 0 when the address could not be reached.', { example: 120 }) duration!: number;
  @Field({ enum: ['ok', 'retry', 'dead', 'disable'] }) outcome!: string;
  @Field(NULLABLE, "The receiver's status or error code.") code!: string | null;
  @Field(NULLABLE) reason!: string | null;
  @Field(NULLABLE, 'The beginning of the answer.') excerpt!: string | null;
}

export class DeliveryChannelResponse {
  @Field({ example: 'Team mailbox' }) name!: string;
}

export class DeliveryResponse {
  @Field(ID) id!: string;
  @Field(ID, 'Id of the channel, which may have been deleted.') channel!: string;

  @OptionalField(
    NULLABLE,
    { type: DeliveryChannelResponse },
    'Only with `includeChannel`. Null when the channel was deleted.',
  )
  channel_details?: DeliveryChannelResponse | null;

  @Field({ example: 'email' }) type!: string;
  @Field({ enum: DELIVERY_STATES }) state!: string;
  @Field(COUNT, 'Number of attempts.', { example: 1 }) attempts!: number;
  @Field(MOMENT, NULLABLE) next_attempt_at!: string | null;

  @Field(MOMENT, NULLABLE, 'Held back until then by the limit of deliveries per hour or per host. Null when it is not.')
  held_until!: string | null;

  @Field(
    ID,
    NULLABLE,
    'Id of the digest that it is part of, which is the `webhook-id` of a webhook. Null when it is sent by itself.',
  )
  digest!: string | null;

  @Field(NULLABLE) last_error!: string | null;

  @OptionalField([AttemptResponse], 'Only when a single notification is read: each attempt, the first one first.')
  log?: AttemptResponse[];
}

export class NotificationLinks {
  @Field(URI) self!: string;
}

export class NotificationResponse {
  @Field(ID) id!: string;
  @Field(ID, 'Id of the favorite.') favorite!: string;
  @Field('Name of the product.', { example: 'Firefox' }) software!: string;

  @Field(
    { enum: NOTIFICATION_KINDS },
    '`update`: of a new version. The others are alerts about the version in use: the end of its support, or its vulnerabilities.',
  )
  kind!: string;

  @Field('The version that it is about; of an alert the one in use.') version!: VersionResponse;
  @Field({ enum: NOTIFICATION_STATES }, '`sent` as soon as one channel accepted it.') state!: string;
  @Field(MOMENT, { example: '2026-11-21T08:30:00.000000Z' }) created_at!: string;

  @Field(
    [DeliveryResponse],
    `One for each channel. At most ${NESTED_AT_MOST} in a list; \`links.self\` has all of them.`,
  )
  deliveries!: DeliveryResponse[];

  @Field('Whether there are more deliveries than are shown here.') has_more_deliveries!: boolean;
  @Field() links!: NotificationLinks;
}

/** What is read of each: the fields of the answer, with moments as they are stored. */
export interface NotificationRow extends Pick<NotificationResponse, 'id' | 'favorite' | 'software' | 'kind' | 'state'> {
  version_id: string;
  version: string;
  version_created_at: UtcTimestamp;
  created_at: UtcTimestamp;
}

export interface DeliveryRow extends Omit<DeliveryResponse, 'channel_details' | 'log'> {
  notification_id: string;
  /** Null when the channel was deleted; absent unless asked for. */
  channel_name?: string | null;
  /** Only in lists. */
  created_at?: UtcTimestamp;
}

export type AttemptRow = AttemptResponse & { delivery_id: string };

const toAttempt = ({ delivery_id: _of, ...row }: AttemptRow): AttemptResponse => ({
  ...row,
  started_at: toApiTimestamp(row.started_at),
});

function toDelivery({ id, channel, channel_name: name, ...others }: DeliveryRow): DeliveryResponse {
  const { notification_id: _of, created_at: _queued, ...row } = others;
  return {
    ...{ id, channel },
    ...(name === undefined ? {} : { channel_details: name === null ? null : { name } }),
    ...row,
    next_attempt_at: toApiTimestamp(row.next_attempt_at),
    held_until: toApiTimestamp(row.held_until),
  };
}

/** @param attempts of all its deliveries; omitted in lists */
export function toNotificationResponse(
  row: NotificationRow,
  deliveries: Nested<DeliveryRow>,
  links: Links,
  attempts?: AttemptRow[],
): NotificationResponse {
  const { id, favorite, software, kind, state } = row;
  const logOf = (delivery: DeliveryRow) => attempts?.filter((one) => one.delivery_id === delivery.id).map(toAttempt);
  return {
    ...{ id, favorite, software, kind },
    version: { id: row.version_id, version: row.version, created_at: toApiTimestamp(row.version_created_at) },
    state,
    created_at: toApiTimestamp(row.created_at),
    deliveries: deliveries.entries.map((one) => ({ ...toDelivery(one), ...(attempts && { log: logOf(one) }) })),
    has_more_deliveries: deliveries.hasMore,
    links: { self: links.notification(id) },
  };
}
