import { Controller, HttpCode, Post } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiTags } from '@nestjs/swagger';
import { ApiId, ApiOne, ApiProblems } from '../../common/api/docs';
import { Id } from '../../common/api/request';
import { Input } from '../../common/api/validation';
import { Caller, NeedsScope, type Principal } from '../../common/identity/principal';
import { ReplacePolicyDto } from '../policy/dto/policy.dto';
import { PreviewResponse, PreviewService } from './preview.service';

@ApiTags('Favorites')
@ApiBearerAuth()
@Controller('api/v1/favorite')
export class PreviewController {
  constructor(private readonly previews: PreviewService) {}

  @Post(':id/policy/preview')
  @HttpCode(200)
  @NeedsScope('write')
  @ApiOperation({
    summary: 'Preview a policy',
    description:
      'Which version the favorite would be offered if its policy were replaced by this one, and why not a higher one. Nothing is stored.',
  })
  @ApiId('favorite')
  @ApiOne(PreviewResponse)
  @ApiProblems('not-found', 'invalid-body')
  previewFavoritePolicy(@Caller() caller: Principal, @Id('favorite') id: string, @Input() input: ReplacePolicyDto) {
    return this.previews.preview(caller, id, input);
  }
}
