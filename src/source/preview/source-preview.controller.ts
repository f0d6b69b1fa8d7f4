import { Controller, HttpCode, Post } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiTags } from '@nestjs/swagger';
import { ApiId, ApiOne, ApiProblems } from '../../common/api/docs';
import { Id } from '../../common/api/request';
import { Input } from '../../common/api/validation';
import { NeedsScope } from '../../common/identity/principal';
import { SourcePreviewResponse } from './dto/preview.response';
import { PreviewSourceDto } from './dto/preview-source.dto';
import { SourcePreview } from './source-preview.service';

@ApiTags('Sources')
@ApiBearerAuth()
@NeedsScope('catalogue:write')
@Controller('api/v1/software')
export class SourcePreviewController {
  constructor(private readonly previews: SourcePreview) {}

  @Post(':id/source/preview')
  @HttpCode(200)
  @ApiOperation({
    summary: 'Preview a source and an ordering',
    description:
      'Asks the source at once, for ten seconds at most, and says what would be offered and what would be left out. What is not given is as the ' +
      'product has it. Nothing is stored.',
  })
  @ApiId('product')
  @ApiOne(SourcePreviewResponse)
  @ApiProblems(
    ...(['invalid-json', 'not-found', 'invalid-body'] as const),
    ...(['source-not-found', 'source-denied', 'source-limited', 'source-timeout'] as const),
    ...(['source-unreachable', 'source-failing', 'source-unreadable'] as const),
  )
  previewSoftwareSource(@Id('product') id: string, @Input() input: PreviewSourceDto) {
    return this.previews.ofProduct(id, input);
  }
}
