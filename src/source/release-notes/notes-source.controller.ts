import { Controller, Delete, Get, HttpCode, Put } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import { ApiId, ApiOne, ApiProblems } from '../../common/api/docs';
import { Id, Includes } from '../../common/api/request';
import { Input } from '../../common/api/validation';
import { Caller, NeedsScope, type Principal } from '../../common/identity/principal';
import { NotesSourceResponse, WriteNotesSourceDto } from './dto/notes-source.dto';
import { NotesSourceService } from './notes-source.service';

@ApiTags('Sources')
@ApiBearerAuth()
@NeedsScope('catalogue:write')
@Controller('api/v1/software')
export class NotesSourceController {
  constructor(private readonly notes: NotesSourceService) {}

  @Get(':id/notes-source')
  @ApiOperation({
    summary: 'Get where release notes are read',
    description: 'What somebody has set, else what follows from its source and identifiers.',
  })
  @ApiId('product')
  @ApiOne(NotesSourceResponse)
  @ApiProblems('not-found')
  getNotesSource(@Id('product') id: string, @Includes([]) _none: unknown) {
    return this.notes.read(id);
  }

  @Put(':id/notes-source')
  @ApiOperation({
    summary: 'Set where release notes are read',
    description: 'Within a minute, if somebody tracks the product.',
  })
  @ApiId('product')
  @ApiOne(NotesSourceResponse)
  @ApiProblems('not-found', 'invalid-body')
  replaceNotesSource(@Caller() caller: Principal, @Id('product') id: string, @Input() input: WriteNotesSourceDto) {
    return this.notes.replace(caller, id, input);
  }

  @Delete(':id/notes-source')
  @HttpCode(204)
  @ApiOperation({ summary: 'Read release notes at the default again', description: 'Those that are stored stay.' })
  @ApiId('product')
  @ApiResponse({ status: 204, description: 'Removed.' })
  @ApiProblems('not-found')
  deleteNotesSource(@Caller() caller: Principal, @Id('product') id: string) {
    return this.notes.remove(caller, id);
  }
}
