import { ApiProperty } from '@nestjs/swagger';
import { CHANNEL_CATEGORIES } from '../../providers/channel';

export class ChannelTypeResponse {
  @ApiProperty({ example: 'email' })
  type!: string;

  @ApiProperty({ example: 'E-mail' })
  title!: string;

  @ApiProperty({ enum: CHANNEL_CATEGORIES, description: 'The group in which people look for it.' })
  category!: string;

  @ApiProperty({
    description: 'What arrives, and where.',
    example: 'Messages in a Slack channel, by an incoming webhook.',
  })
  description!: string;

  @ApiProperty({
    format: 'uri',
    description: 'A page that says how it is set up.',
    example: 'https://tracker.example/docs/channels/email',
  })
  docs!: string;

  @ApiProperty({
    type: String,
    nullable: true,
    description: "The plug-in that brought this type, by the name of its package; null when it is the service's own.",
  })
  plugin!: string | null;

  @ApiProperty({
    type: Object,
    description: 'JSON Schema of the settings; secrets are `writeOnly`.',
    example: {
      type: 'object',
      properties: { address: { type: 'string', format: 'email', maxLength: 254 } },
      required: ['address'],
      additionalProperties: false,
    },
  })
  settings!: Record<string, unknown>;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Why no channel of this type can be created; null when it can.',
  })
  unavailable!: string | null;

  @ApiProperty({
    type: String,
    nullable: true,
    description:
      'With which browsers subscribe (`applicationServerKey`), as base64url; null for types that are not of a browser.',
  })
  application_server_point!: string | null;
}
