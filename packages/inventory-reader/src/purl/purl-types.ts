/** A part of a package URL that a type may restrict. */
export type PurlPart = 'namespace' | 'name' | 'version' | 'subpath';

/** The rules of a registered type beyond those for all types. */
export interface PurlTypeRules {
  /** Optional by default. */
  namespace?: 'required' | 'prohibited';
  /** Parts without upper and lower case; their canonical form is in lower case. */
  lower?: PurlPart[];
  /** As `lower`, with a canonical form in upper case. */
  upper?: PurlPart[];
  /** Qualifiers without which it names no package. */
  qualifiers?: string[];
  /** Of the canonical form. */
  pattern?: Partial<Record<PurlPart, RegExp>>;
  /** Replacements of characters in the name, after the rules of case. */
  replaced?: { characters: RegExp; by: string };
  /** The namespace is one segment, the name is a path of several. */
  nameIsPath?: true;
  /** At most. */
  namespaceSegments?: number;
}

const NO_NAMESPACE: PurlTypeRules = { namespace: 'prohibited' };
const NO_NAMESPACE_LOWER: PurlTypeRules = { namespace: 'prohibited', lower: ['name'] };
const NAMESPACE: PurlTypeRules = { namespace: 'required' };
const NAMESPACE_LOWER: PurlTypeRules = { namespace: 'required', lower: ['namespace', 'name'] };
const VENDOR: PurlTypeRules = { namespace: 'required', lower: ['namespace'] };
const LOWER: PurlTypeRules = { lower: ['namespace', 'name'] };

/**
 * Of the registered types, those with rules of their own. From https://github.com/package-url/purl-spec/tree/main/types (16f3d0e, MIT).
 * `golang` and `git` are in lower case by their notes and tests, which their `case_sensitive` contradicts.
 */
export const PURL_TYPES: ReadonlyMap<string, PurlTypeRules> = new Map<string, PurlTypeRules>([
  ['alpm', NAMESPACE_LOWER],
  ['apk', NAMESPACE_LOWER],
  ['bazel', NO_NAMESPACE],
  ['bitbucket', NAMESPACE_LOWER],
  ['bitnami', NO_NAMESPACE_LOWER],
  ['brew', LOWER],
  ['cargo', NO_NAMESPACE],
  ['chrome-extension', { ...NO_NAMESPACE_LOWER, pattern: { name: /^[a-p]{32}$/, version: /^\d+(\.\d+){0,3}$/ } }],
  ['cocoapods', { ...NO_NAMESPACE, pattern: { name: /^[^.\s+][^\s+]*$/ } }],
  ['composer', NAMESPACE_LOWER],
  ['conda', NO_NAMESPACE],
  ['cpan', { upper: ['namespace'], pattern: { name: /^(?!.*::)/ } }],
  ['cran', NO_NAMESPACE],
  ['deb', NAMESPACE_LOWER],
  ['gem', NO_NAMESPACE],
  ['git', { ...NAMESPACE_LOWER, nameIsPath: true }],
  ['github', NAMESPACE_LOWER],
  // Only proposed, but in wide use.
  ['gitlab', NAMESPACE_LOWER],
  ['golang', NAMESPACE_LOWER],
  ['hackage', { ...NO_NAMESPACE, replaced: { characters: /_/g, by: '-' } }],
  ['hex', LOWER],
  ['huggingface', { ...NAMESPACE, lower: ['version'] }],
  ['julia', { ...NO_NAMESPACE, qualifiers: ['uuid'] }],
  ['luarocks', LOWER],
  ['maven', NAMESPACE],
  ['mlflow', NO_NAMESPACE],
  ['nuget', NO_NAMESPACE],
  ['oci', { ...NO_NAMESPACE, lower: ['name', 'version'] }],
  ['opam', NO_NAMESPACE],
  ['otp', { ...NO_NAMESPACE, lower: ['name', 'subpath'] }],
  ['pub', { ...NO_NAMESPACE_LOWER, replaced: { characters: /[^a-z0-9_]/g, by: '_' } }],
  ['pypi', { ...NO_NAMESPACE, lower: ['name', 'version'], replaced: { characters: /[-_.]+/g, by: '-' } }],
  ['qpkg', VENDOR],
  ['rpm', VENDOR],
  ['swid', { qualifiers: ['tag_id'], namespaceSegments: 2 }],
  ['swift', NAMESPACE],
  ['vcpkg', NO_NAMESPACE],
  ['vscode-extension', { ...NAMESPACE_LOWER, lower: ['namespace', 'name', 'version'] }],
  ['yocto', { lower: ['namespace'] }],
]);
