import { Controller, Get, Patch, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ApiOne, Endpoint } from '../../api/endpoint/docs';
import { Input } from '../../api/endpoint/validation';
import { ProfileResponse, ReplaceProfileDto, UpdateProfileDto } from './dto/profile.dto';
import { Caller, type Principal } from '../../api/identity/principal';
import { ProfileService } from './profile.service';

@ApiTags('Profile')
@Controller('api/v1/profile')
export class ProfileController {
  constructor(private readonly profiles: ProfileService) {}

  @Get()
  @Endpoint("Get the caller's profile", 'Settings for all notifications of the caller.', {
    scope: 'read',
    answers: ApiOne(ProfileResponse),
  })
  getProfile(@Caller() caller: Principal) {
    return this.profiles.read(caller);
  }

  @Put()
  @Endpoint(
    "Replace the caller's profile",
    'Fields that are left out get their defaults: no email, `notifications_enabled` true, `notify_always` null, `time_zone` UTC, `home_assistant` false.',
    { scope: 'write', answers: ApiOne(ProfileResponse) },
  )
  replaceProfile(@Caller() caller: Principal, @Input() input: ReplaceProfileDto) {
    return this.profiles.replace(caller, input);
  }

  @Patch()
  @Endpoint("Update the caller's profile", 'Changes only the fields in the body.', {
    scope: 'write',
    answers: ApiOne(ProfileResponse),
  })
  updateProfile(@Caller() caller: Principal, @Input() input: UpdateProfileDto) {
    return this.profiles.update(caller, input);
  }
}
