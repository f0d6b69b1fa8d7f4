import { ofOneName } from './one-form';
import { oneRelease } from './one-release';
import { dateOf, type Fields, linkOf } from '../../common/fetch/read';
import { notesOf } from './release-notes';
import type { Release } from './source';
import { uniqueReleases } from './unique';

/** The API of a forge. */
export interface Forge {
  list: (what: 'releases' | 'tags') => Promise<Fields[]>;
  toRelease: (entry: Fields) => Release[];
  toTag: (entry: Fields) => Release[];
  /** Its path. */
  repository: string;
  /** As of `Source.fetch`. */
  inUse: string[] | undefined;
}

/** The releases of a repository, and its tags when it has no releases; those of one name. */
export async function releasesOrTags({ list, toRelease, toTag, repository, inUse = [] }: Forge): Promise<Release[]> {
  const releases = await list('releases');
  const found =
    releases.length > 0 ? await uniqueReleases(releases, toRelease) : await uniqueReleases(await list('tags'), toTag);
  return ofOneName(found, inUse, repository);
}

/** A release of GitHub, Forgejo or Gitea. A draft is skipped. */
export function githubRelease(release: Fields): Release[] {
  if (release.draft === true) return [];
  return oneRelease(release.tag_name, {
    releasedAt: dateOf(release.published_at) ?? dateOf(release.created_at),
    prerelease: typeof release.prerelease === 'boolean' ? release.prerelease : null,
    notesUrl: linkOf(release.html_url),
    notes: notesOf(release.body, 'markdown'),
  });
}
