import { comparedPurl, type Component, formatPurl, packageOf, parsePurl } from 'inventory-reader';
import { foldName } from 'small-parts';
import { sha256 } from '../../common/fingerprint';

type Named = Pick<Component, 'purl' | 'name'>;

/** A component whatever its version: its package, or its name where it has no package URL. */
export const componentKey = (one: Named): string => keyOf(one, comparedPurl);

/** What was decided about it. Older versions of the service have written the key of a package in the case of its file. */
export const decisionOn = <T>(decisions: ReadonlyMap<string, T>, one: Named): T | undefined =>
  decisions.get(componentKey(one)) ?? decisions.get(keyOf(one, (purl) => purl));

const keyOf = ({ purl, name }: Named, asIs: (purl: string) => string): string =>
  sha256(purl === null ? `name ${foldName(name)}` : asIs(formatPurl(packageOf(parsePurl(purl)))));
