import { api } from './client';
import type { FavoriteAdvisory, RiskResponse, WriteTriageDto } from './generated';
import { answerQuery } from './queries';

export type Risk = RiskResponse;
export type Finding = FavoriteAdvisory;
export type TriageInput = WriteTriageDto;

/** The vulnerabilities of the version in use, the worst first; of a thousand at most. */
export const findingsQuery = (favorite: string, inUse: string, offered: string | undefined) =>
  answerQuery(['favorites', 'findings', favorite, inUse, offered ?? null], (options) =>
    api.listFavoriteAdvisories(favorite, options),
  );

/** What a decision becomes: null = none. */
export const writeTriage = (favorite: string, vulnerability: string, triage: TriageInput | null): Promise<unknown> =>
  triage === null
    ? api.deleteFavoriteTriage(vulnerability, favorite)
    : api.replaceFavoriteTriage(vulnerability, favorite, triage);
