import type { PackageParts } from './component';

export function npmPackage(name: string): PackageParts {
  const slash = name.startsWith('@') ? name.indexOf('/') : -1;
  return { type: 'npm', namespace: name.slice(0, Math.max(slash, 0)), name: name.slice(slash + 1) };
}

/** `@scope/name@rest`, at the first `@` that does not begin a scope. */
export function splitSpecifier(text: string): [name: string, rest: string] {
  const at = text.indexOf('@', 1);
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}
