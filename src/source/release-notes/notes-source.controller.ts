import { Controller, Delete, Get, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ApiNothing, ApiOne, Endpoint } from '../../api/endpoint/docs';
import { Id } from '../../api/endpoint/request';
import { Input } from '../../api/endpoint/validation';
import { Caller, type Principal } from '../../api/identity/principal';
import { NotesSourceResponse, WriteNotesSourceDto } from './dto/notes-source.dto';
import { NotesSourceService } from './notes-source.service';

@ApiTags('Sources')
@Controller('api/v1/software')
export class NotesSourceController {
  constructor(private readonly notes: NotesSourceService) {}

  @Get(':id/notes-source')
  @Endpoint(
    'Get where release notes are read',
    'What somebody has set, else what follows from its source and identifiers.',
    { scope: 'catalogue:write', answers: ApiOne(NotesSourceResponse) },
  )
  getNotesSource(@Id('product') id: string) {
    return this.notes.read(id);
  }

  @Put(':id/notes-source')
  @Endpoint('Set where release notes are read', 'Within a minute, if somebody tracks the product.', {
    scope: 'catalogue:write',
    answers: ApiOne(NotesSourceResponse),
  })
  replaceNotesSource(@Caller() caller: Principal, @Id('product') id: string, @Input() input: WriteNotesSourceDto) {
    return this.notes.replace(caller, id, input);
  }

  @Delete(':id/notes-source')
  @Endpoint('Read release notes at the default again', 'Those that are stored stay.', {
    scope: 'catalogue:write',
    answers: ApiNothing('Removed.'),
  })
  deleteNotesSource(@Caller() caller: Principal, @Id('product') id: string) {
    return this.notes.remove(caller, id);
  }
}
