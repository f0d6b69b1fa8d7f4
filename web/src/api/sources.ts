import { api } from './client';
import type { WriteOrderingDto } from './generated';
import { isProblem } from './problem';
import { answerQuery } from './queries';

/** As the API names them. */
export const SCHEMES: NonNullable<WriteOrderingDto['scheme']>[] = [
  'generic', 'semver', 'pep440', 'debian', 'rpm', 'maven', 'calver', 'date', 'gem', 'composer', 'nuget', 'go', 'pub', 'pvp', 'cran', 'apk', 'alpm',
]; // prettier-ignore

/** What a form says about where a product comes from. */
export interface SourceDraft {
  type: string;
  settings: Record<string, unknown>;
  ordering: WriteOrderingDto;
}

export const sourceTypesQuery = answerQuery(['source-types'], (options) => api.listSourceTypes(options), {
  staleTime: Infinity,
});

export const sourceQuery = (software: string) =>
  answerQuery(['software', software, 'source'], (options) => api.getSoftwareSource(software, options), {
    retry: (failures, error) => failures < 2 && !isProblem(error),
  });

export const orderingQuery = (software: string) =>
  answerQuery(['software', software, 'ordering'], (options) => api.getSoftwareOrdering(software, options));

/** What the source would give. It is asked at once. */
export const sourcePreviewQuery = (software: string, draft: SourceDraft) =>
  answerQuery(['source-preview', software, draft], (options) => api.previewSoftwareSource(software, draft, options), {
    staleTime: 60_000,
    retry: false,
  });

/** The source is written only if it is another one, since it is asked again then. */
export async function saveSource(
  software: string,
  { type, settings, ordering }: SourceDraft,
  { isChanged, interval }: { isChanged: boolean; interval: string | null },
): Promise<void> {
  if (isChanged) await api.replaceSoftwareSource(software, { type, settings, interval });
  await api.replaceSoftwareOrdering(software, ordering);
}
