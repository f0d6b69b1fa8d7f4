import { IsBoolean, IsTimeZone, MaxLength } from 'class-validator';
import { Field, MOMENT, NULLABLE, OptionalField } from '../../../api/endpoint/field';
import { IsFlag, IsMailAddress } from '../../../api/endpoint/validation';

const NOTIFY_ALWAYS = {
  ...NULLABLE,
  type: Boolean,
  description:
    "Overrides `notify_always` of favorites that use the profile's defaults; null: each favorite's own value.",
};

export class UpdateProfileDto {
  @OptionalField(IsMailAddress(), NULLABLE, { example: 'ada@example.org' }, 'null removes it.') email?: string | null;
  @OptionalField(IsFlag(), 'false: nothing is queued or sent.', { example: true }) notifications_enabled?: boolean;

  @OptionalField(IsBoolean({ message: 'must be true, false or null' }), NOTIFY_ALWAYS)
  notify_always?: boolean | null;

  @OptionalField(
    IsTimeZone({ message: 'must be an IANA time zone such as Europe/Berlin' }),
    MaxLength(64, { message: 'must be at most 64 characters' }),
    'IANA name.',
    { example: 'Europe/Berlin', maxLength: 64 },
  )
  time_zone?: string;

  @OptionalField(IsFlag(), 'Whether the favorites are in Home Assistant. Needs a broker (`MQTT_URL`).', {
    example: false,
  })
  home_assistant?: boolean;
}

/** Fields that are left out get their defaults. */
export class ReplaceProfileDto extends UpdateProfileDto {}

export class ProfileResponse {
  @Field({ example: 'ada' }) user!: string;
  @Field(NULLABLE, { format: 'idn-email', example: 'ada@example.org' }) email!: string | null;
  @Field('false: nothing is queued or sent.') notifications_enabled!: boolean;

  @Field(NOTIFY_ALWAYS) notify_always!: boolean | null;

  @Field({ example: 'Europe/Berlin' }) time_zone!: string;
  @Field('Whether the favorites are in Home Assistant.', { example: false }) home_assistant!: boolean;

  @Field(NULLABLE, 'Why `home_assistant` cannot be switched on: the operator has set no `MQTT_URL`. Null when it can.')
  home_assistant_unavailable!: string | null;

  @Field(MOMENT, { example: '2026-11-21T08:30:00.000000Z' }) created_at!: string;
  @Field(MOMENT, { example: '2026-11-21T08:30:00.000000Z' }) updated_at!: string;
}
