import type { Found } from './component';

/** `[host/]path[:tag][@digest]` */
const REFERENCE =
  /^(?<name>(?:[a-zA-Z0-9][a-zA-Z0-9.-]*(?::\d+)?\/)?[a-z0-9]+(?:[._-]+[a-z0-9]+)*(?:\/[a-z0-9]+(?:[._-]+[a-z0-9]+)*)*)(?::(?<tag>\w[\w.-]{0,127}))?(?:@(?<digest>[A-Za-z0-9+._-]+:[0-9a-fA-F]{32,128}))?$/;

const isHost = (segment: string) => /[.:]/.test(segment) || segment === 'localhost';

/** Whether it can only be an image: a word alone may be anything. */
export const isCertainImage = (text: string): boolean =>
  text.length <= 512 && /[:/]/.test(text) && !text.includes('://') && REFERENCE.test(text);

/** A container image that somebody runs. Without a tag and a digest it is `latest`. */
export function imageFound(reference: unknown, where: string): Found {
  const text = typeof reference === 'string' ? reference.trim() : '';
  const groups = text.length <= 512 ? REFERENCE.exec(text)?.groups : undefined;
  if (groups?.name === undefined) return { name: null, where, reason: 'it is not an image reference' };
  const { name, tag, digest } = groups;
  const version = tag ?? digest ?? 'latest';
  return { name, version, direct: true, where, package: packageOfImage(name) };
}

function packageOfImage(name: string): Found['package'] {
  const segments = name.split('/');
  const host = segments.length > 1 && isHost(segments[0]!) ? segments.shift()! : null;
  const isDocker = host === null || /^(?:index\.|registry-1\.)?docker\.io$/.test(host);
  if (isDocker && segments.length === 2 && segments[0] === 'library') segments.shift();
  return {
    type: 'docker',
    namespace: segments.slice(0, -1).join('/'),
    name: segments.at(-1)!,
    ...(isDocker ? {} : { qualifiers: { repository_url: host } }),
  };
}
