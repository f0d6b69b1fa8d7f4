import { ApiProperty } from '@nestjs/swagger';

export class SourceTypeResponse {
  @ApiProperty({ example: 'github-releases' })
  type!: string;

  @ApiProperty({ example: 'GitHub releases' })
  title!: string;

  @ApiProperty({
    description: 'Whether a response of the source lists every version: then a missing one was withdrawn.',
  })
  lists_everything!: boolean;

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
      properties: { repository: { type: 'string', maxLength: 255 }, token: { type: 'string', writeOnly: true } },
      required: ['repository'],
      additionalProperties: false,
    },
  })
  settings!: Record<string, unknown>;
}
