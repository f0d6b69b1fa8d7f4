import { ApiPropertyOptional } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { IsObject, ValidateNested } from 'class-validator';
import { IsText, MayBeAbsent } from '../../../common/api/validation';
import { WriteOrderingDto } from '../../../version/dto/ordering.dto';

export class PreviewSourceDto {
  @ApiPropertyOptional({
    description: 'One of `GET /source-type`. Default: that of the product.',
    example: 'docker-tags',
  })
  @MayBeAbsent()
  @IsText(1, 32)
  type?: string;

  @ApiPropertyOptional({
    type: Object,
    description:
      'By the JSON Schema of the type. Default: those of the product. A secret that is left out keeps its value while the type and all addresses ' +
      'stay the same.',
    example: { image: 'library/nginx' },
  })
  @MayBeAbsent()
  @IsObject({ message: 'must be an object' })
  settings?: Record<string, unknown>;

  @ApiPropertyOptional({ type: WriteOrderingDto, description: 'What is left out of it is that of the product.' })
  @MayBeAbsent()
  @IsObject({ message: 'must be an object' })
  @ValidateNested()
  @Type(() => WriteOrderingDto)
  ordering?: WriteOrderingDto;
}
