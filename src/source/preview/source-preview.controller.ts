import { Controller, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ApiOne, Endpoint } from '../../api/endpoint/docs';
import { Id } from '../../api/endpoint/request';
import { Input } from '../../api/endpoint/validation';
import { SourcePreviewResponse } from './dto/preview.response';
import { PreviewSourceDto } from './dto/preview-source.dto';
import { SourcePreview } from './source-preview.service';
import { SOURCE_PROBLEMS } from './source-problem';

@ApiTags('Sources')
@Controller('api/v1/software')
export class SourcePreviewController {
  constructor(private readonly previews: SourcePreview) {}

  @Post(':id/source/preview')
  @Endpoint(
    'Preview a source and an ordering',
    'Asks the source at once, for ten seconds at most, and says what would be offered and what would be left out. What is not given is as the ' +
      'product has it. Nothing is stored.',
    {
      scope: 'catalogue:write',
      answers: ApiOne(SourcePreviewResponse),
      problems: SOURCE_PROBLEMS,
    },
  )
  previewSoftwareSource(@Id('product') id: string, @Input() input: PreviewSourceDto) {
    return this.previews.ofProduct(id, input);
  }
}
