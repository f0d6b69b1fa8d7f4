import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional, IsString } from 'class-validator';
import { IsList, IsOneOf, IsText } from '../../../common/api/validation';
import { MOMENT_FORM, MOMENT_PATTERN } from '../../../common/time/utc-timestamp';
import { type Scope, SCOPES } from '../../../config/scopes';

export class CreateTokenDto {
  @ApiProperty({ description: 'What the token is for.', example: 'dashboard' })
  @IsText(1, 100)
  name!: string;

  @ApiProperty({
    description: 'A subset of the scopes of the calling token.',
    example: ['read'],
  })
  @IsList({ most: SCOPES.length, filled: true, unique: true })
  @IsOneOf(SCOPES, { each: true })
  scopes!: Scope[];

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    pattern: MOMENT_PATTERN,
    example: '2027-01-01T00:00:00Z',
    description: `When the token expires; by default, never. ${MOMENT_FORM}`,
  })
  @IsOptional()
  @IsString({ message: 'must be text' })
  expires_at?: string | null;
}
