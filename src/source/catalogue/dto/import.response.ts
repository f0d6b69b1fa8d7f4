import { COUNT, Field, NULLABLE } from '../../../api/endpoint/field';

class RejectedLine {
  @Field({ type: 'integer', minimum: 1, example: 3 }) line!: number;

  @Field(
    NULLABLE,
    { example: 'software.name' },
    'The invalid field, such as `versions[3].released_at`; null if the problem is not about a single field.',
  )
  field!: string | null;

  @Field('A sentence that also names the field.', { example: 'software.name must not be empty' }) reason!: string;
}

class OutdatedLine {
  @Field({ type: 'integer', minimum: 1 }, 'The first line that has it.', { example: 1 }) line!: number;
  @Field(NULLABLE, { example: 'feed' }) field!: string | null;

  @Field('A sentence that names what to use instead.', {
    example: 'feed is called source now; the old name is read until 0.2',
  })
  reason!: string;
}

export class ImportResponse {
  @Field(COUNT, { example: 1 }, 'Publishers added or changed.') publishers!: number;
  @Field(COUNT, { example: 1 }, 'Products added or changed.') software!: number;
  @Field(COUNT, { example: 12 }, 'Versions added or changed.') versions!: number;
  @Field(COUNT, { example: 0 }, 'Lines that changed nothing.') unchanged!: number;
  @Field(COUNT, { example: 1 }, 'Lines rejected.') rejected!: number;
  @Field([RejectedLine], 'The first 100 rejected lines, and why.') rejections!: RejectedLine[];
  @Field([OutdatedLine], 'Names that a later version no longer reads, each once.') warnings!: OutdatedLine[];
}
