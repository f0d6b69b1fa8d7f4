import { dateOf, type Fields, linkOf, textOf } from './read';
import { notesOf } from './release-notes';
import type { Release } from './source';
import { uniqueReleases } from './unique';

/** The API of a forge. */
export interface Forge {
  list: (what: 'releases' | 'tags') => Promise<Fields[]>;
  toRelease: (entry: Fields) => Release[];
  toTag: (entry: Fields) => Release[];
}

/** The releases of a repository, and its tags when it has no releases. */
export async function releasesOrTags({ list, toRelease, toTag }: Forge): Promise<Release[]> {
  const releases = await list('releases');
  if (releases.length > 0) return uniqueReleases(releases, toRelease);
  const tags = await list('tags');
  return uniqueReleases(tags, toTag);
}

/** A release of GitHub, Forgejo or Gitea. A draft is skipped. */
export function githubRelease(release: Fields): Release[] {
  const version = textOf(release.tag_name);
  if (version === null || release.draft === true) return [];
  return [
    {
      version,
      releasedAt: dateOf(release.published_at) ?? dateOf(release.created_at),
      prerelease: typeof release.prerelease === 'boolean' ? release.prerelease : null,
      notesUrl: linkOf(release.html_url),
      notes: notesOf(release.body, 'markdown'),
    },
  ];
}
