import { applyDecorators } from '@nestjs/common';
import { NOTE_FORMS, type NoteForm } from 'release-text';
import { isLonger } from 'small-parts';
import { ApiParameter, CURSOR } from '../../api/endpoint/docs';
import { queryDecorator } from '../../api/endpoint/request';
import { decodeCursor, encodeCursor } from '../../api/list/cursor';
import { readQuery } from '../../api/list/text-query';
import type { ChangesPlace } from './changes.repository';

export interface ChangesQuery {
  /** Labels of versions; null = no such end. */
  from: string | null;
  to: string | null;
  format: NoteForm;
  after: ChangesPlace | null;
}

/** The name of the order, in cursors. */
const ORDER = '-changes';

/** The query of an address that answers notes. @param names the parameters that it takes */
export const NotesQuery = queryDecorator(readNotesQuery);

/** @throws Problem 400 that names every parameter which is unknown or has a bad value */
function readNotesQuery(names: readonly (keyof typeof PARAMETERS)[], url: string): ChangesQuery {
  const query: ChangesQuery = { from: null, to: null, format: 'markdown', after: null };
  const readers: Record<keyof typeof PARAMETERS, (text: string) => string | null> = {
    from: (text) => readLabel(text, (label) => (query.from = label)),
    to: (text) => readLabel(text, (label) => (query.to = label)),
    format: (text) => {
      const form = NOTE_FORMS.find((one) => one === text);
      if (form) query.format = form;
      return form ? null : `must be one of ${NOTE_FORMS.join(', ')}`;
    },
    cursor: (text) => {
      query.after = readPlace(text);
      return query.after ? null : 'is not a cursor of these changes; take it from more';
    },
  };
  readQuery(url, Object.fromEntries(names.map((name) => [name, readers[name]])));
  return query;
}

function readLabel(text: string, set: (label: string) => void): string | null {
  const label = text.trim();
  if (label === '' || isLonger(label, 255)) return 'must be a version of 1 to 255 characters';
  set(label);
  return null;
}

function readPlace(text: string): ChangesPlace | null {
  const cursor = decodeCursor(text, ORDER);
  return cursor && /^\p{ASCII}*$/u.test(cursor.value) ? { key: cursor.value, id: cursor.id } : null;
}

export const cursorAfter = ({ key, id }: ChangesPlace) => encodeCursor(ORDER, { backwards: false, value: key, id });

const LABEL = { type: 'string', minLength: 1, maxLength: 255 };
const PARAMETERS: Record<'from' | 'to' | 'format' | 'cursor', [schema: object, description: string]> = {
  from: [LABEL, 'A version, which is not among them; without it, from the first one.'],
  to: [LABEL, 'A version, which is among them; without it, to the newest one.'],
  format: [
    { type: 'string', enum: [...NOTE_FORMS], default: 'markdown' },
    'Of the notes. `blocks` is a tree of JSON, which is shown without reading markup.',
  ],
  cursor: [CURSOR, '`more.cursor` of the page before.'],
};

/** The parameters of an address that answers notes. */
export const ApiNotesQuery = (names: readonly (keyof typeof PARAMETERS)[]) =>
  applyDecorators(...names.map((name) => ApiParameter(name, ...PARAMETERS[name])));
