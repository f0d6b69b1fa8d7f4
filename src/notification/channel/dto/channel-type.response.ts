import { Field, NULLABLE, URI } from '../../../api/endpoint/field';
import { CHANNEL_CATEGORIES } from '../../providers/channel';

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
