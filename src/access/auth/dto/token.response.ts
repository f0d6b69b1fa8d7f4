import { ApiProperty } from '@nestjs/swagger';
import { type Scope, SCOPES } from '../../../config/scopes';

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
