import { COUNT, Field, ID, OptionalField } from '../../api/endpoint/field';
import { IsText } from '../../api/endpoint/validation';
import { MAX_TAG, TAGS_AT_MOST } from './tag-name';

/** Of a list of tags in a body. */
export const TAGS =
  `Words of your own, at most ${TAGS_AT_MOST}. Case does not count: one that you have already is shown as you first wrote it. ` +
  'No commas and no control characters.';

export class RenameTagDto {
  @OptionalField(IsText(1, MAX_TAG), 'Without commas and control characters.', { example: 'production' }) name?: string;
}

export class TagResponse {
  @Field(ID) id!: string;
  @Field({ example: 'production' }) name!: string;
  @Field(COUNT, 'How many favorites have it.', { example: 12 }) favorites!: number;
}
