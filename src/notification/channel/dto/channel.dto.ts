import { Matches } from 'class-validator';
import { COUNT, DAY, Field, ID, MOMENT, NULLABLE, OptionalField, URI } from '../../../api/endpoint/field';
import {
  IsFlag,
  IsNested,
  IsOneOf,
  IsOtherThan,
  IsRecord,
  IsText,
  IsWholeNumber,
} from '../../../api/endpoint/validation';
import { toApiTimestamp } from '../../../common/time/utc-timestamp';
import type { ChannelRow } from '../../channel-state/channel.repository';
import { DIGEST_EVERY, QUIET_EXCEPT, readDigest, readQuietHours } from '../../delivery/digest/timing';
import { NOTES_IN_MESSAGES, type NotesInMessages } from '../../rendering/notes-words';
import { CHANNEL_CATEGORIES } from '../../providers/channel';

const TIME = /^([01]\d|2[0-3]):[0-5]\d$/;
const TIME_MESSAGE = { message: 'must be a time such as 22:00' };
const DIGEST =
  "How often messages are sent, in the profile's time zone. Several updates are combined into one message.";
const QUIET = "When nothing is sent; messages held back are sent at the end. Times are in the profile's time zone.";

export class DigestDto {
  @Field(IsOneOf(DIGEST_EVERY), { example: 'daily' }) every!: (typeof DIGEST_EVERY)[number];
  @OptionalField(IsWholeNumber(0, 23), 'For `daily` and `weekly`; default 9.', { example: 9 }) hour?: number;

  @OptionalField(IsWholeNumber(1, 7), 'For `weekly`; from 1 (Monday, the default) to 7.', { example: 1 })
  weekday?: number;
}

export class QuietHoursDto {
  @Field(Matches(TIME, TIME_MESSAGE), { pattern: TIME.source, example: '22:00' }) from!: string;

  @Field(
    Matches(TIME, TIME_MESSAGE),
    IsOtherThan('from'),
    { pattern: TIME.source, example: '07:00' },
    'May be on the next day.',
  )
  to!: string;

  @OptionalField(
    IsOneOf(QUIET_EXCEPT),
    'Steps of this kind or larger (major, minor, patch) are sent all the same; default `none`. `security`: alerts about vulnerabilities, and updates that fix one that is known to be exploited, or critical.',
    { example: 'major' },
  )
  except?: (typeof QUIET_EXCEPT)[number];
}

const NOTES =
  '`short`: breaking changes, security advisories and the first items, in 1,200 characters. `full`: in e-mails and webhooks up to 8 KB.';

/** When messages are sent and what they have, in both request bodies. */
class ChannelTimingDto {
  @OptionalField(IsRecord(), IsNested(DigestDto), DIGEST) digest?: DigestDto;
  @OptionalField(IsRecord(), IsNested(QuietHoursDto), NULLABLE, QUIET) quiet_hours?: QuietHoursDto | null;
  @OptionalField(IsOneOf(NOTES_IN_MESSAGES), `${NOTES} Default \`short\`.`) notes?: NotesInMessages;
}

export class CreateChannelDto extends ChannelTimingDto {
  @Field(IsText(1, 32), 'One of `GET /channel-type`.', { example: 'email' }) type!: string;
  @Field(IsText(1, 100), { example: 'Team mailbox' }) name!: string;

  @Field(IsRecord(), 'The settings of the type, see its JSON Schema.', { example: { address: 'team@example.org' } })
  settings!: Record<string, unknown>;

  @OptionalField(IsFlag(), "Whether it is among the profile's default channels; default true.") is_default?: boolean;
  @OptionalField(IsFlag(), 'Whether messages are sent through it; default true.') enabled?: boolean;
}

export class TestChannelDto {
  @Field(IsText(1, 32), 'One of `GET /channel-type`.', { example: 'ntfy' }) type!: string;

  @Field(IsRecord(), 'The settings of the type, see its JSON Schema. Secrets are given in full.', {
    example: { topic: 'updates-7f3a9c' },
  })
  settings!: Record<string, unknown>;
}

export class UpdateChannelDto extends ChannelTimingDto {
  @OptionalField(IsText(1, 100), { example: 'Team mailbox' }) name?: string;

  @OptionalField(
    IsRecord(),
    'Replaces the settings. A secret that is left out or masked keeps its value as long as the server stays the same; null removes an optional one.',
    { example: { address: 'team@example.org' } },
  )
  settings?: Record<string, unknown>;

  @OptionalField(IsFlag(), "Whether it is among the profile's default channels.") is_default?: boolean;

  @OptionalField(
    IsFlag(),
    'false cancels queued deliveries. true also ends the state `disabled`; an address that unsubscribed has to be confirmed again.',
  )
  enabled?: boolean;
}

export const CHANNEL_STATES = ['ok', 'failing', 'unconfirmed', 'disabled'] as const;

export class ChannelResponse {
  @Field(ID) id!: string;
  @Field({ example: 'email' }) type!: string;
  @Field({ example: 'Team mailbox' }) name!: string;
  @Field() enabled!: boolean;
  @Field() is_default!: boolean;
  @Field(DIGEST, { example: { every: 'daily', hour: 9 } }) digest!: DigestDto;

  @Field(NULLABLE, { type: QuietHoursDto }, QUIET, { example: { from: '22:00', to: '07:00', except: 'major' } })
  quiet_hours!: QuietHoursDto | null;

  @Field({ enum: NOTES_IN_MESSAGES }, 'How much of the release notes messages have.') notes!: string;

  @Field('Secrets are masked; a generated one is shown once, in the response that creates or rotates it.', {
    example: { address: 'team@example.org' },
  })
  settings!: Record<string, unknown>;

  @Field({ enum: CHANNEL_STATES }, '`unconfirmed`: nothing is sent until the owner of the address confirms it.')
  state!: string;

  @Field(NULLABLE, 'Why it is failing, unconfirmed or disabled.') state_reason!: string | null;

  @Field(
    NULLABLE,
    'Why nothing can be sent through it whatever its state: the operator has not configured what its type needs. Null when it can.',
  )
  unavailable!: string | null;

  @Field(
    COUNT,
    'How many different messages in a row the receiver refused for the credentials or the recipient. At three the channel is switched off.',
    { example: 0 },
  )
  refusals!: number;

  @Field(MOMENT, NULLABLE, 'When the newest delivery that is kept was accepted; null when there is none.')
  last_sent_at!: string | null;

  @Field(MOMENT, { example: '2026-11-21T08:30:00.000000Z' }) created_at!: string;
  @Field(MOMENT, { example: '2026-11-21T08:30:00.000000Z' }) updated_at!: string;
}

/** @param settings with its secrets masked */
export function toChannelResponse(
  row: ChannelRow,
  settings: Record<string, unknown>,
  unavailable: string | null,
): ChannelResponse {
  return {
    id: row.id,
    type: row.type,
    name: row.name,
    enabled: Boolean(row.enabled),
    is_default: Boolean(row.is_default),
    digest: readDigest(row.digest),
    quiet_hours: readQuietHours(row.quiet_hours),
    notes: row.notes,
    settings,
    state: row.state,
    state_reason: row.state_reason,
    unavailable,
    refusals: row.refusals,
    last_sent_at: toApiTimestamp(row.last_sent_at ?? null),
    created_at: toApiTimestamp(row.created_at),
    updated_at: toApiTimestamp(row.updated_at),
  };
}

export class ChannelDayResponse {
  @Field(DAY, 'In UTC: the day on which these deliveries ended.', { example: '2026-11-21' }) day!: string;
  @Field(COUNT, 'Accepted at the first attempt.', { example: 12 }) sent!: number;
  @Field(COUNT, 'Accepted after one or more retries.', { example: 1 }) retried!: number;
  @Field(COUNT, 'Refused, or given up.', { example: 0 }) failed!: number;
  @Field(COUNT, 'Too old before they could be sent.', { example: 0 }) expired!: number;
}

export class ChannelTestResponse {
  @Field({ enum: ['sent', 'failed'] }) state!: 'sent' | 'failed';
  @Field(NULLABLE, 'The status or error code of the receiver.') code!: string | null;
  @Field(NULLABLE, 'What went wrong.') error!: string | null;
  @Field(COUNT, 'In milliseconds; 0 when the address could not be reached.', { example: 120 }) duration!: number;
}

export class ChannelTypeResponse {
  @Field({ example: 'email' }) type!: string;
  @Field({ example: 'E-mail' }) title!: string;
  @Field({ enum: CHANNEL_CATEGORIES }, 'The group in which people look for it.') category!: string;

  @Field('What arrives, and where.', { example: 'Messages in a Slack channel, by an incoming webhook.' })
  description!: string;

  @Field(URI, 'A page that says how it is set up.', { example: 'https://tracker.example/docs/channels/email' })
  docs!: string;

  @Field(NULLABLE, "The plug-in that brought this type, by the name of its package; null when it is the service's own.")
  plugin!: string | null;

  @Field('JSON Schema of the settings; secrets are `writeOnly`.', {
    example: {
      type: 'object',
      properties: { address: { type: 'string', format: 'email', maxLength: 254 } },
      required: ['address'],
      additionalProperties: false,
    },
  })
  settings!: Record<string, unknown>;

  @Field(NULLABLE, 'Why no channel of this type can be created; null when it can.') unavailable!: string | null;

  @Field(
    NULLABLE,
    'With which browsers subscribe (`applicationServerKey`), as base64url; null for types that are not of a browser.',
  )
  application_server_point!: string | null;
}
