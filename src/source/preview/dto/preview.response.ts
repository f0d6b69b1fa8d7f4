import { COUNT, Field, MOMENT, NULLABLE } from '../../../api/endpoint/field';
import { OrderingResponse } from '../../../version/versions/dto/ordering.dto';

/** Why entries of an answer are not offered as versions. */
const LEFT_OUT = ['pre-release', 'other-form', 'no-version', 'ignored', 'withdrawn', 'not-offered'] as const;
export type LeftOutReason = (typeof LEFT_OUT)[number];

export class PreviewVersionResponse {
  @Field('The label, exactly as its source writes it.', { example: '1.27.4' }) version!: string;

  @Field(MOMENT, NULLABLE, 'null: the source does not say.', { example: '2026-02-05T15:12:09.000000Z' })
  released_at!: string | null;

  @Field('Only if there is no release at all.') prerelease!: boolean;
}

export class LeftOutResponse {
  @Field(
    { enum: LEFT_OUT },
    '`pre-release`; `other-form`: a tag that is not like those of the chosen form, or that the tag pattern does not match; `no-version`: it ' +
      'names none, such as `latest`; `ignored`: by the ignore pattern; `withdrawn` by its makers; `not-offered`: they advise against it.',
  )
  reason!: LeftOutReason;

  @Field({ type: 'integer', minimum: 1, example: 780 }) count!: number;
  @Field([String], 'Up to five of them.', { example: ['1.27.4-alpine', 'stable'] }) examples!: string[];
}

export class TagFormResponse {
  @Field(
    'The newest tag of this form. It stands for the form: `form` of a lookup takes it, or any other tag of the form.',
    { example: '1.27.4-alpine' },
  )
  form!: string;

  @Field('The `tag_pattern` of the form (RE2): its group captures the version.', {
    example: '^[vV]?(\\d{1,3}(?:\\.\\d+)+)-alpine$',
  })
  tag_pattern!: string;

  @Field({ type: 'integer', minimum: 1, example: 214 }) count!: number;
  @Field() newest!: PreviewVersionResponse;
  @Field('Whether the preview is of this form.') chosen!: boolean;
}

/** What the answer of a source gives under an ordering. */
export class AnswerResponse {
  @Field(COUNT, 'Entries that the source lists.', { example: 1204 }) total!: number;
  @Field(COUNT, 'Those of them that are releases to be offered.', { example: 312 }) versions!: number;

  @Field([PreviewVersionResponse], 'The newest five, newest first; pre-releases if there is no release.')
  newest!: PreviewVersionResponse[];

  @Field([LeftOutResponse], 'The others, by reason, the most frequent first.') left_out!: LeftOutResponse[];

  @Field(
    [TagFormResponse],
    'Of images and repositories: the forms that the tags have, the chosen one first and then the most frequent; up to 20. Empty for other sources.',
  )
  forms!: TagFormResponse[];

  @Field(NULLABLE, 'Why not all entries were read.', { example: 'Only the first 300 entries of the list were read' })
  notice!: string | null;
}

export class PreviewedSourceResponse {
  @Field({ example: 'docker-tags' }) type!: string;
  @Field('The name of the type that people see.', { example: 'Container images' }) title!: string;
  @Field('Secrets are masked.', { example: { image: 'library/nginx' } }) settings!: Record<string, unknown>;
}

export class SourcePreviewResponse extends AnswerResponse {
  @Field() source!: PreviewedSourceResponse;
  @Field() ordering!: OrderingResponse;
}
