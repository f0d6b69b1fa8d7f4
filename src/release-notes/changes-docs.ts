import { applyDecorators } from '@nestjs/common';
import { ApiQuery } from '@nestjs/swagger';
import { NOTE_FORMS } from './text/note-block';

const LABEL = { type: 'string', minLength: 1, maxLength: 255 };
const PARAMETERS = {
  from: { schema: LABEL, description: 'A version, which is not among them; without it, from the first one.' },
  to: { schema: LABEL, description: 'A version, which is among them; without it, to the newest one.' },
  format: {
    schema: { type: 'string', enum: [...NOTE_FORMS], default: 'markdown' },
    description: 'Of the notes. `blocks` is a tree of JSON, which is shown without reading markup.',
  },
  cursor: {
    schema: { type: 'string', minLength: 1, maxLength: 4_096, pattern: '^[\\w-]+$' },
    description: '`more.cursor` of the page before.',
  },
};

/** The parameters of an address that answers notes. */
export const ApiNotesQuery = (names: readonly (keyof typeof PARAMETERS)[]) =>
  applyDecorators(...names.map((name) => ApiQuery({ name, required: false, ...PARAMETERS[name] } as never)));
