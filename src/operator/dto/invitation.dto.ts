import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { SignInLinkResponse } from '../../access/auth/session/dto/session.dto';
import { IsList, IsMailAddress, IsOneOf, IsText, MayBeAbsent } from '../../common/api/validation';
import { type Scope, SCOPES } from '../../config/scopes';

export class LinkForUserDto {
  @ApiProperty({
    description: 'What the session may do: a subset of the scopes of the caller.',
    example: ['read', 'write'],
  })
  @IsList({ most: SCOPES.length, filled: true, unique: true })
  @IsOneOf(SCOPES, { each: true })
  scopes!: Scope[];
}

export class InviteUserDto extends LinkForUserDto {
  @ApiProperty({ description: 'Of the new user.', example: 'ada' })
  @IsText(1, 100)
  name!: string;

  @ApiPropertyOptional({
    description: 'The link goes to it, where this installation can send mails.',
    example: 'ada@example.org',
  })
  @MayBeAbsent()
  @IsMailAddress()
  email?: string;
}

export class InvitationResponse extends SignInLinkResponse {
  @ApiProperty({ format: 'uuid', description: 'Of the user.' })
  id!: string;

  @ApiProperty({
    description: 'Whether the mail relay has taken a mail with the link. Otherwise pass the link on yourself.',
  })
  mailed!: boolean;
}
