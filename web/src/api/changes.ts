import { infiniteQueryOptions } from '@tanstack/react-query';
import { request } from './client';

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

export interface ChangedVersion {
  id: string;
  version: string;
  created_at: string;
  url: string | null;
  notes: NoteBlock[] | null;
  breaking: string[];
  security: { ids: string[]; mentions: boolean };
  cut: boolean;
}

export interface Changes {
  from: string | null;
  to: string | null;
  /** Newest first. */
  versions: ChangedVersion[];
  without_notes: number;
  more: { cursor: string } | null;
}

/** What the versions between the one in use and the one on offer say of themselves. The generated types have no tree of blocks. */
export const changesQuery = (favorite: string, inUse: string, offered: string) =>
  infiniteQueryOptions({
    queryKey: ['changes', favorite, inUse, offered],
    queryFn: ({ pageParam, signal }) =>
      request<{ data: Changes }>({
        path: `/api/v1/favorite/${favorite}/changes`,
        method: 'GET',
        query: { format: 'blocks', ...(pageParam ? { cursor: pageParam } : {}) },
        format: 'json',
        signal,
      }).then(({ data }) => data),
    initialPageParam: null as string | null,
    getNextPageParam: ({ more }: Changes) => more?.cursor ?? null,
    staleTime: 5 * 60_000,
  });
