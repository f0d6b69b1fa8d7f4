import { formatPurl, packageOf, parsePurl } from '../common/purl/purl';
import { sha256 } from '../common/fingerprint';
import { foldName } from '../common/text';
import type { Component } from './reading/base/component';

/** A component whatever its version: its package, or its name where it has no package URL. */
export const componentKey = ({ purl, name }: Pick<Component, 'purl' | 'name'>): string =>
  sha256(purl === null ? `name ${foldName(name)}` : formatPurl(packageOf(parsePurl(purl))));
