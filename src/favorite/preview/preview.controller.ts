import { Controller, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ApiOne, Endpoint } from '../../api/endpoint/docs';
import { Id } from '../../api/endpoint/request';
import { Input } from '../../api/endpoint/validation';
import { Caller, type Principal } from '../../api/identity/principal';
import { ReplacePolicyDto } from '../policy/dto/policy.dto';
import { PreviewResponse, PreviewService } from './preview.service';

@ApiTags('Favorites')
@Controller('api/v1/favorite')
export class PreviewController {
  constructor(private readonly previews: PreviewService) {}

  @Post(':id/policy/preview')
  @Endpoint(
    'Preview a policy',
    'Which version the favorite would be offered if its policy were replaced by this one, and why not a higher one. Nothing is stored.',
    { scope: 'write', answers: ApiOne(PreviewResponse) },
  )
  previewFavoritePolicy(@Caller() caller: Principal, @Id('favorite') id: string, @Input() input: ReplacePolicyDto) {
    return this.previews.preview(caller, id, input);
  }
}
