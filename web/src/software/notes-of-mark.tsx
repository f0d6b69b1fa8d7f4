import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { ListedVersionResponse } from '../api/generated';
import { readVersions } from '../api/software';
import { messages } from '../messages';
import { ExternalLink } from '../parts/external-link';
import { visibleText } from '../parts/name';
import type { Mark } from '../plot/timeline-model';

const words = messages.software.versions;

/**
 * The link to the notes of the release that the timeline is at. Those of rows that are on the page are known; for others they are asked for
 * when somebody stays at one.
 */
export function NotesOfMark({
  software,
  mark,
  known,
}: {
  software: string;
  mark: Mark;
  known: readonly ListedVersionResponse[];
}) {
  const row = known.find(({ id }) => id === mark.id);
  const [stayedAt] = useDebouncedValue(mark.id, 150);
  const asked = useQuery({
    queryKey: ['software', software, 'version', mark.id],
    queryFn: async ({ signal }) => {
      const only = { 'version[gte]': mark.version, 'version[lte]': mark.version };
      const { data } = await readVersions(software, only, { page: 1, per_page: 10 }, signal);
      return data.find(({ id }) => id === mark.id) ?? null;
    },
    enabled: row === undefined && stayedAt === mark.id,
    staleTime: Infinity,
  });
  const link = (row ?? asked.data)?.details?.notes_url;
  if (!link) return null;
  return (
    <span data-notes-of-mark>
      <ExternalLink href={link}>
        <span aria-label={words.notesOf(visibleText(mark.version))}>{messages.software.notes}</span>
      </ExternalLink>
    </span>
  );
}
