import { ApiPropertyOptional } from '@nestjs/swagger';
import { ValidateIf } from 'class-validator';
import { IsOneOf, IsText, MayBeAbsent } from '../../common/api/validation';
import { INVENTORY_SCOPES, type InventoryScope } from '../store/inventory.list';
import { MAX_ENVIRONMENT } from '../../favorite/deployment/deployment.list';

export class WriteInventoryDto {
  @ApiPropertyOptional({ nullable: true, description: 'Such as `prod`; null removes it.' })
  @ValidateIf((_object, value) => value !== undefined && value !== null)
  @IsText(1, MAX_ENVIRONMENT)
  environment?: string | null;

  @ApiPropertyOptional({
    description:
      'Which components of an upload count. `main`: what the file is about, images and applications; of lock files and lists of packages, what ' +
      'was asked for. `direct`: what was asked for. `all`.',
  })
  @MayBeAbsent()
  @IsOneOf(INVENTORY_SCOPES)
  scope?: InventoryScope;
}
