import { AddressedSource } from './addressed-source';
import { ofOneName } from './one-form';
import { dateOf, type Fields, linkOf } from '../../common/fetch/read';
import type { SourceWeb, WebRequest } from '../../common/fetch/source-web';
import { notesOf, oneRelease, type Release, uniqueReleases } from './source';

type What = 'releases' | 'tags';

/** How the API of a forge is asked for a repository. */
interface Api extends Pick<WebRequest, 'headers' | 'accept'> {
  /** The first page of a list. */
  list: (what: What) => string;
  /** Pages that are read. */
  pages: number;
  /** The path of the repository. */
  repository: string;
  toRelease?: (entry: Fields) => Release[];
  toTag: (entry: Fields) => Release[];
}

/** The releases of a repository, and its tags when it has no releases; those of one name. */
export abstract class ForgeSource<S extends object> extends AddressedSource<S> {
  readonly listsEverything = false;
  override readonly hasNotes = true;
  override readonly readsInUse = true;

  protected abstract api(settings: S): Api;

  async fetch(settings: S, web: SourceWeb, inUse: string[] = []): Promise<Release[]> {
    const { list, pages, accept, headers } = this.api(settings);
    const entries = (what: What) => web.pages(list(what), pages, { accept, headers });
    const releases = await entries('releases');
    return releases.length > 0
      ? this.found(settings, 'releases', releases, inUse)
      : this.found(settings, 'tags', await entries('tags'), inUse);
  }

  /** The releases of what one of the lists has. */
  protected async found(settings: S, what: What, entries: Fields[], inUse: string[]): Promise<Release[]> {
    const { repository, toRelease = githubRelease, toTag } = this.api(settings);
    return ofOneName(await uniqueReleases(entries, what === 'releases' ? toRelease : toTag), inUse, repository);
  }
}

/** A release of GitHub, Forgejo or Gitea. A draft is skipped. */
function githubRelease(release: Fields): Release[] {
  if (release.draft === true) return [];
  return oneRelease(release.tag_name, {
    releasedAt: dateOf(release.published_at) ?? dateOf(release.created_at),
    prerelease: typeof release.prerelease === 'boolean' ? release.prerelease : null,
    notesUrl: linkOf(release.html_url),
    notes: notesOf(release.body, 'markdown'),
  });
}
