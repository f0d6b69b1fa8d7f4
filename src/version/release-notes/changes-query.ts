import { applyDecorators } from '@nestjs/common';
import { ApiQuery } from '@nestjs/swagger';
import { NOTE_FORMS, type NoteForm } from 'release-text';
import { firstCharacters, isLonger } from 'small-parts';
import { queryDecorator } from '../../api/endpoint/request';
import { decodeCursor, encodeCursor } from '../../api/list/cursor';
import { queryPairs } from '../../api/list/list-request';
import { type FieldError, Problem } from '../../api/problem/problem';
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

const READERS: Record<string, (text: string, query: ChangesQuery) => string | null> = {
  from: (text, query) => readLabel(text, (label) => (query.from = label)),
  to: (text, query) => readLabel(text, (label) => (query.to = label)),
  format: (text, query) => {
    const form = NOTE_FORMS.find((one) => one === text);
    if (form) query.format = form;
    return form ? null : `must be one of ${NOTE_FORMS.join(', ')}`;
  },
  cursor: (text, query) => {
    query.after = readPlace(text);
    return query.after ? null : 'is not a cursor of these changes; take it from more';
  },
};

/** The query of an address that answers notes. @param names the parameters that it takes */
export const NotesQuery = queryDecorator(readNotesQuery);

/** @throws Problem 400 that names every parameter which is unknown or has a bad value */
function readNotesQuery(names: readonly string[], url: string): ChangesQuery {
  const query: ChangesQuery = { from: null, to: null, format: 'markdown', after: null };
  const errors: FieldError[] = [];
  const seen = new Set<string>();
  for (const [name, text] of queryPairs(url)) {
    const problem = names.includes(name)
      ? seen.has(name)
        ? 'must not be given twice'
        : READERS[name]!(text, query)
      : 'is not a parameter of this address';
    seen.add(name);
    if (problem !== null) errors.push({ field: firstCharacters(name, 100), message: problem });
  }
  const [first] = errors;
  if (first) throw new Problem('invalid-query', `${first.field}: ${first.message}`, errors);
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
