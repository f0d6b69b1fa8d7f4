/** Where a package is from when no registry has it. */
export type Elsewhere = 'git' | 'address' | 'path' | 'project' | 'built';

const REASONS: Record<Elsewhere, string> = {
  git: 'it is from Git, and not from a registry',
  address: 'it is from an address, and not from a registry',
  path: 'it is from a file or a folder, and not from a registry',
  project: 'it is of the project itself, and not from a registry',
  built: 'it is built here, and not from a registry',
};

/** Why no registry has it; undefined = one has it, as far as the file says. */
export const elsewhere = (place: Elsewhere | null): string | undefined => (place === null ? undefined : REASONS[place]);

const GIT =
  /^(?:(?:git|hg|svn|bzr)(?:\+|:)|git@|ssh:|(?:github|gitlab|bitbucket|gist):)|^[a-z+]+:\/\/[^?#]+\.git(?:[/@#?]|$)/i;
const PATH = /^(?:file|link|portal|path|exec):|^\.{0,2}[/\\]|^\.{1,2}$|^~[/\\]|^[A-Za-z]:[/\\]/;
/** `owner/repository#commit`, which is GitHub's. */
const SHORT = /^[\w-][\w.-]*\/[\w.-]+(?:#\S*)?$/;

/** The kind of text in place of a version: an address, a path, another project; null = a version, a range or a tag of a registry. */
export function elsewhereOf(text: string): Elsewhere | null {
  const written = text.slice(0, 1_000);
  if (GIT.test(written) || SHORT.test(written)) return 'git';
  if (/^https?:/i.test(written)) return 'address';
  if (/^workspace:/.test(written)) return 'project';
  return PATH.test(written) ? 'path' : null;
}
