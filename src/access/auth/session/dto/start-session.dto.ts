import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsText, MayBeAbsent } from '../../../../common/api/validation';

export class StartSessionDto {
  @ApiPropertyOptional({ description: 'An access token of the service. It is not kept.', example: 'sut_…' })
  @MayBeAbsent()
  @IsText(1, 200)
  token?: string;

  @ApiPropertyOptional({ description: 'The code of a sign-in link: what follows `#k=`.', example: 'suc_…' })
  @MayBeAbsent()
  @IsText(1, 200)
  code?: string;
}
