import { Field, NULLABLE } from '../../../api/endpoint/field';

export class SourceTypeResponse {
  @Field({ example: 'github-releases' }) type!: string;
  @Field({ example: 'GitHub releases' }) title!: string;

  @Field('Whether a response of the source lists every version: then a missing one was withdrawn.')
  lists_everything!: boolean;

  @Field(NULLABLE, "The plug-in that brought this type, by the name of its package; null when it is the service's own.")
  plugin!: string | null;

  @Field('JSON Schema of the settings; secrets are `writeOnly`.', {
    example: {
      type: 'object',
      properties: { repository: { type: 'string', maxLength: 255 }, token: { type: 'string', writeOnly: true } },
      required: ['repository'],
      additionalProperties: false,
    },
  })
  settings!: Record<string, unknown>;
}
