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

export class TokenResponse {
  @ApiProperty({ format: 'uuid' })
  id!: string;

  @ApiProperty({ example: 'dashboard' })
  name!: string;

  @ApiProperty({
    type: String,
    nullable: true,
    format: 'uuid',
    description:
      'Id of the token that created this one, which may be revoked; if that was revoked and had a parent itself, the id of its parent. ' +
      'null: created on the command line, with an OpenID Connect token, or before the service recorded it.',
  })
  parent!: string | null;

  @ApiProperty({ enum: SCOPES, isArray: true })
  scopes!: Scope[];

  @ApiProperty({ type: String, nullable: true, format: 'date-time' })
  expires_at!: string | null;

  @ApiProperty({ type: String, nullable: true, format: 'date-time', description: 'Accurate to the minute.' })
  last_used_at!: string | null;

  @ApiProperty({ format: 'date-time' })
  created_at!: string;
}

export class CreatedTokenResponse extends TokenResponse {
  @ApiProperty({ description: 'The token itself, shown only in this response.', example: 'sut_…' })
  token!: string;
}
