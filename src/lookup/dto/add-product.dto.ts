import { MAX_ADDRESS } from 'address-reader';
import { OptionalField } from '../../api/endpoint/field';
import { IsLine, IsText } from '../../api/endpoint/validation';

export const FORM =
  'Any tag of the form that counts, such as `1.27.4-alpine`: only tags like it are versions. Default: the form of the version in use, else the most frequent one.';

export class AddProductDto {
  @OptionalField(
    IsText(1, MAX_ADDRESS),
    'Of a repository, an image, a package, a feed or a page: a web address, an image reference, a package URL, `owner/repository`, `npm:express`, … ' +
      'Without it, `name` is a product that has none: nobody is asked for its versions.',
    { example: 'https://github.com/immich-app/immich' },
  )
  address?: string;

  @OptionalField(
    IsText(1, 255),
    'The version in use: the product becomes a favorite. A favorite that is there already stays as it is.',
    { example: 'v1.120.0' },
  )
  version?: string;

  @OptionalField(
    IsLine(1, 255),
    'The name of a new product. Default: that of the preview. Required without `address`.',
    { example: 'Immich' },
  )
  name?: string;

  @OptionalField(IsText(1, 255), FORM, { example: '1.27.4-alpine' }) form?: string;
}
