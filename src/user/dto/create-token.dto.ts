import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { ArrayMaxSize, ArrayNotEmpty, ArrayUnique, IsArray, IsIn, IsOptional, IsString } from 'class-validator';
import { IsText } from '../../common/api/validation';
import { type Scope, SCOPES } from '../../config/scopes';

export class CreateTokenDto {
  @ApiProperty({ description: 'What the token is for.', maxLength: 100, example: 'dashboard' })
  @IsText(1, 100)
  name!: string;

  @ApiProperty({
    enum: SCOPES,
    isArray: true,
    description: 'At most the scopes of the token that asks.',
    example: ['read'],
  })
  @IsArray()
  @ArrayNotEmpty()
  @ArrayMaxSize(SCOPES.length)
  @ArrayUnique()
  @IsIn(SCOPES, { each: true })
  scopes!: Scope[];

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    format: 'date-time',
    description: 'When it ends; without it, never.',
  })
  @IsOptional()
  @IsString()
  expires_at?: string | null;
}
