import { Controller, Get, Patch, Put } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiTags } from '@nestjs/swagger';
import { ApiOne, ApiProblems } from '../../common/api/docs';
import { Includes } from '../../common/api/request';
import { Input } from '../../common/api/validation';
import { ProfileResponse, ReplaceProfileDto, UpdateProfileDto } from './dto/profile.dto';
import { Caller, NeedsScope, type Principal } from '../../common/identity/principal';
import { ProfileService } from './profile.service';

@ApiTags('Profile')
@ApiBearerAuth()
@Controller('api/v1/profile')
export class ProfileController {
  constructor(private readonly profiles: ProfileService) {}

  @Get()
  @NeedsScope('read')
  @ApiOperation({
    summary: "Get the caller's profile",
    description: 'Settings for all notifications of the caller.',
  })
  @ApiOne(ProfileResponse)
  getProfile(@Caller() caller: Principal, @Includes([]) _none: unknown) {
    return this.profiles.read(caller);
  }

  @Put()
  @NeedsScope('write')
  @ApiOperation({
    summary: "Replace the caller's profile",
    description:
      'Fields that are left out get their defaults: no email, `notifications_enabled` true, `notify_always` null, `time_zone` UTC, `home_assistant` false.',
  })
  @ApiOne(ProfileResponse)
  @ApiProblems('invalid-body')
  replaceProfile(@Caller() caller: Principal, @Input() input: ReplaceProfileDto) {
    return this.profiles.replace(caller, input);
  }

  @Patch()
  @NeedsScope('write')
  @ApiOperation({ summary: "Update the caller's profile", description: 'Changes only the fields in the body.' })
  @ApiOne(ProfileResponse)
  @ApiProblems('invalid-body')
  updateProfile(@Caller() caller: Principal, @Input() input: UpdateProfileDto) {
    return this.profiles.update(caller, input);
  }
}
