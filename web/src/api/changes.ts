import { infiniteQueryOptions } from '@tanstack/react-query';
import { api } from './client';
import type { ChangedVersionResponse, ChangesResponse } from './generated';

/** Release notes as data, as `format=blocks` gives them: neither images nor HTML, and addresses are http(s). */
export type NoteBlock =
  | { type: 'heading'; level: number; children: NoteInline[] }
  | { type: 'paragraph'; children: NoteInline[] }
  | { type: 'list'; ordered: boolean; start?: number; items: NoteBlock[][] }
  | { type: 'code'; text: string; language?: string }
  | { type: 'quote'; children: NoteBlock[] }
  | { type: 'rule' }
  | { type: 'table'; header: NoteInline[][]; rows: NoteInline[][][] };

export type NoteInline =
  | string
  | { type: 'strong' | 'em' | 'del'; children: NoteInline[] }
  | { type: 'code'; text: string }
  | { type: 'link'; url: string; children: NoteInline[] }
  | { type: 'break' };

export type ChangedVersion = Omit<ChangedVersionResponse, 'notes'> & { notes: NoteBlock[] | null };

type Changes = Omit<ChangesResponse, 'versions'> & { versions: ChangedVersion[] };

/** What the versions between the one in use and the one on offer say of themselves. The generated types have no tree of blocks. */
export const changesQuery = (favorite: string, inUse: string, offered: string) =>
  infiniteQueryOptions({
    queryKey: ['changes', favorite, inUse, offered],
    queryFn: ({ pageParam, signal }) =>
      api
        .getFavoriteReleaseNotes(
          favorite,
          { format: 'blocks', ...(pageParam ? { cursor: pageParam } : {}) },
          { signal },
        )
        .then(({ data }) => data as Changes),
    initialPageParam: null as string | null,
    getNextPageParam: ({ more }: Changes) => more?.cursor ?? null,
    staleTime: 5 * 60_000,
  });
