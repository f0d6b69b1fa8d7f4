import { comparedPurl, type Component, formatPurl, packageOf, parsePurl, type Purl } from 'inventory-reader';
import { foldName } from 'small-parts';
import { isMetapackage, upstreamOf } from './distribution-package';
import { followedTag } from './component-version';
import { imageOf, NOTHING, pathOf, programOf, proposedRepository, purlsOf, repositoriesOf } from './image-keys';

/** A key of a product: an identifier, its folded name, or the identity that a catalogue gives it. */
export interface ProductKey {
  kind: 'purl' | 'alias' | 'repology' | 'name' | 'identity';
  value: string;
}

/** Values are stored up to this length. */
const MAX_VALUE = 255;

/** Types whose package names are those of the products, whoever packages them. In other types a package may have the name of another product. */
const NAMED_AS_PRODUCTS = new Set(['brew', 'generic', 'bitnami']);

/** As a catalogue record has it: its kind and its id. */
const IDENTITY = /^[a-z][\w-]*:[^\s:]/;

/** The identifiers of winget look like no other name. */
const WINGET_ID = /^[\w+-]+(?:\.[\w+-]+)+$/;

/**
 * The keys of a component, in steps: the first step that finds a product decides, and the keys of one step are equal. The name
 * of a package in a registry says nothing: the npm package `redis` is another product than Redis.
 */
export function productKeys(component: Pick<Component, 'purl' | 'name' | 'repository' | 'moving'>): ProductKey[][] {
  const { purl: text, name, repository } = component;
  if (text === null) return fitting([identityKeys(name), nameKeys(name)]);
  const purl = parsePurl(text);
  const tag = followedTag(component);
  if (tag !== null) return fitting([[{ kind: 'identity', value: madeIdentity(purl, tag) }]]);
  if (isMetapackage(purl)) return [];
  return fitting([
    [purlKey(packageOf(purl))],
    samePackages(purl).map(purlKey),
    ...upstreamKeys(purl),
    namesOf(purl),
    madeIdentities(purl).map((value): ProductKey => ({ kind: 'identity', value })),
    // What somebody has made a product of stays that product.
    ...repositoriesOf(purl, repository).map((one) => [purlKey(one)]),
  ]);
}

/** The identity of a product that was created from a component. Its source may have been changed since. @param tag that it follows; null = none */
export const madeIdentity = (purl: Purl, tag: string | null = null): string =>
  madeIdentities(purl)[0]! + (tag === null ? '' : `@${tag}`);

/** The others are what older versions of the service have made. */
function madeIdentities(purl: Purl): string[] {
  const written = formatPurl(packageOf(purl));
  return [...new Set([comparedPurl(written), written])].map((text) => `purl:${text.slice('pkg:'.length)}`);
}

const fitting = (steps: ProductKey[][]): ProductKey[][] =>
  steps.map((keys) => keys.filter(({ value }) => value.length <= MAX_VALUE)).filter((keys) => keys.length > 0);

const purlKey = (purl: Purl): ProductKey => ({ kind: 'purl', value: comparedPurl(formatPurl(purl)) });

const generic = (name: string): ProductKey => purlKey({ ...NOTHING, type: 'generic', name });

/** An alias and a name are the same to people: what one product has as its alias, and another as its name, is ambiguous. */
function nameKeys(text: string): ProductKey[] {
  const value = foldName(text);
  return [{ kind: 'alias', value }, { kind: 'name', value }, generic(text.trim())];
}

function identityKeys(name: string): ProductKey[] {
  if (IDENTITY.test(name)) return [{ kind: 'identity', value: name }];
  if (!WINGET_ID.test(name)) return [];
  return [{ kind: 'identity', value: `winget:${name}` }, purlKey({ ...NOTHING, type: 'winget', name })];
}

function namesOf(purl: Purl): ProductKey[] {
  const program = programOf(purl);
  if (program !== null) return nameKeys(program);
  return NAMED_AS_PRODUCTS.has(purl.type) && purl.namespace === null ? nameKeys(purl.name) : [];
}

/** Other package URLs of the same package. */
function samePackages(purl: Purl): Purl[] {
  const image = imageOf(purl);
  if (image !== null) return purlsOf(image);
  // By their types the former is only proposed, and the latter names any host.
  if (purl.type === 'gitlab') return [{ ...NOTHING, type: 'git', namespace: 'gitlab.com', name: pathOf(purl) }];
  if (purl.type === 'golang' && pathOf(purl) === 'stdlib') return [{ ...NOTHING, type: 'generic', name: 'go' }];
  return [];
}

/** Of a package of a distribution: its source package, then the project that it is made of. */
function upstreamKeys(purl: Purl): ProductKey[][] {
  const upstream = upstreamOf(purl);
  if (upstream === null) return [];
  const source = upstream.source === null ? [] : [purlKey({ ...packageOf(purl), name: upstream.source })];
  const names = upstream.repology.map((value): ProductKey => ({ kind: 'repology', value }));
  const known = upstream.known.map((value): ProductKey => ({
    kind: value.startsWith('pkg:') ? 'purl' : 'identity',
    value,
  }));
  return [source, names, known];
}

/** What an image may be, if a person says so. */
export function proposedKeys({ purl }: Pick<Component, 'purl'>): ProductKey[] {
  const proposed = purl === null ? null : proposedRepository(parsePurl(purl));
  return proposed === null ? [] : [purlKey(proposed)];
}
