import { Field, NULLABLE, OptionalField } from '../../api/endpoint/field';
import { IsFlag, IsId, IsList, IsText } from '../../api/endpoint/validation';
import { TAGS } from '../tag/tag.dto';
import { MAX_TAG, TAGS_AT_MOST } from '../tag/tag-name';

const NOTES_AT_MOST = 10_000;

const VERSION =
  "The version in use: its id, or its label within the product. A label that the catalogue does not know is kept as the caller's own version.";

/** The fields of both bodies. Without `default`: see "openapi.json" in CONTRIBUTING.md. */
export class FavoriteSettings {
  @OptionalField(IsText(0, NOTES_AT_MOST), NULLABLE, 'Any Unicode; null clears.', { example: 'Production servers' })
  notes?: string | null;

  @OptionalField(
    IsList({ most: TAGS_AT_MOST }),
    IsText(1, MAX_TAG, { each: true }),
    `${TAGS} All of them: others go.`,
    { example: ['production'] },
  )
  tags?: string[];

  @OptionalField(
    IsFlag(),
    'Whether notifications are queued and sent for this favorite. Default for a new favorite: true.',
    { example: true },
  )
  notifications_enabled?: boolean;

  @OptionalField(
    IsFlag(),
    "Whether the profile's channels and its `notify_always` apply. Default for a new favorite: true.",
    { example: true },
  )
  use_default_notification?: boolean;

  @OptionalField(
    IsFlag(),
    'Whether reminders are sent while an update is outstanding. Default for a new favorite: false.',
    { example: false },
  )
  notify_always?: boolean;
}

export class CreateFavoriteDto extends FavoriteSettings {
  @Field(IsId('must be a uuid'), 'Id of the product.') software!: string;
  @Field(IsText(1, 255), VERSION, { example: '142.0.1' }) version!: string;
}

/** The body of `POST`, of which the address names the product. */
export class ReplaceFavoriteDto extends FavoriteSettings {
  @OptionalField(IsId('must be a uuid'), 'Id of the product: that of the address.') software?: string;
  @Field(IsText(1, 255), VERSION, { example: '142.0.1' }) version!: string;
}

export class UpdateFavoriteDto extends FavoriteSettings {
  @OptionalField(
    IsId('must be a uuid'),
    'Id of the product. Another product clears `skip` of the policy and ends its snooze.',
  )
  software?: string;

  @OptionalField(IsText(1, 255), VERSION, { example: '143.0.1' }) version?: string;
}
