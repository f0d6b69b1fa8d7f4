import { OptionalField } from '../../../api/endpoint/field';
import { IsNested, IsRecord, IsText } from '../../../api/endpoint/validation';
import { WriteOrderingDto } from '../../../version/versions/dto/ordering.dto';

export class PreviewSourceDto {
  @OptionalField(IsText(1, 32), 'One of `GET /source-type`. Default: that of the product.', { example: 'docker-tags' })
  type?: string;

  @OptionalField(
    IsRecord(),
    'By the JSON Schema of the type. Default: those of the product. A secret that is left out keeps its value while the type and all addresses ' +
      'stay the same.',
    { example: { image: 'library/nginx' } },
  )
  settings?: Record<string, unknown>;

  @OptionalField(IsRecord(), IsNested(WriteOrderingDto), 'What is left out of it is that of the product.')
  ordering?: WriteOrderingDto;
}
