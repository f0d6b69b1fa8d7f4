import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsBoolean, IsOptional, IsTimeZone, MaxLength } from 'class-validator';
import { IsFlag, IsMailAddress, MayBeAbsent } from '../../common/api/validation';

/** Only what is here is written: the names are columns of the user table. */
export class UpdateProfileDto {
  @ApiPropertyOptional({ type: String, nullable: true, format: 'email', maxLength: 254 })
  @IsOptional()
  @IsMailAddress()
  email?: string | null;

  @ApiPropertyOptional()
  @IsFlag()
  notifications_enabled?: boolean;

  @ApiPropertyOptional({ type: Boolean, nullable: true })
  @IsOptional()
  @IsBoolean({ message: 'must be true, false or null' })
  notify_always?: boolean | null;

  @ApiPropertyOptional({ description: 'IANA name.', example: 'Europe/Berlin', maxLength: 64 })
  @MayBeAbsent()
  @IsTimeZone({ message: 'must be an IANA time zone such as Europe/Berlin' })
  @MaxLength(64, { message: 'must be at most 64 characters' })
  time_zone?: string;
}
