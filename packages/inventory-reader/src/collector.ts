import { firstCharacters, isLonger } from 'small-parts';
import { buildPurl, formatPurl, parsePurl, PurlError } from './purl/purl';
import type { Component, Found, Rejected } from './base/component';
import { InventoryError } from './base/inventory-error';
import { MAX_COMPONENTS, MAX_REJECTED, MAX_REMARKS, MAX_TEXT } from './base/limits';

const CONTROL = /[\u0000-\u001f\u007f-\u009f]/;

/** Checks the components of a reader. One bad entry does not stop the others. */
export class Collector {
  readonly components: Component[] = [];
  readonly rejected: Rejected[] = [];
  /** By label and reason: the place of the first of so many. */
  private readonly remarks = new Map<string, { where: string; count: number }>();
  private readonly known = new Set<string>();
  /** Images at tags that move, of which no digest is known yet. */
  private readonly bare = new Map<string, Component>();

  /** Of labels that say something which cannot be followed. */
  get warnings(): string[] {
    const others = (count: number) => (count > 1 ? ` and ${count - 1} more` : '');
    return [...this.remarks].map(
      ([what, { where, count }]) => `A label is not taken over from ${placeOf(where)}${others(count)}: ${what}.`,
    );
  }

  add(found: Found): void {
    const reason = found.reason ?? faultOf(found.name, 'name') ?? faultOf(found.version ?? null, 'version');
    if (reason === null) this.addComponent(found);
    else if (this.rejected.length < MAX_REJECTED)
      this.rejected.push({ where: placeOf(found.where), reason: placeOf(reason) });
  }

  private addComponent(found: Found): void {
    const name = (found.name as string).trim();
    const version = (found.version as string | null | undefined)?.trim() || null;
    const purl = found.elsewhere === undefined ? purlOf(found, version) : null;
    for (const { label, reason } of found.remarks ?? []) {
      const what = `${placeOf(label)}: ${reason}`;
      const noted = this.remarks.get(what);
      if (noted) noted.count += 1;
      else if (this.remarks.size < MAX_REMARKS) this.remarks.set(what, { where: found.where, count: 1 });
    }
    const { ignored, policy } = found;
    const key = JSON.stringify([purl, name, version, found.origin, found.elsewhere, ignored, policy]);
    const isMoving = version !== null && !/^v?\d/i.test(version);
    if (this.isKnown(key, isMoving ? found.digest : undefined)) return;
    if (this.components.length === MAX_COMPONENTS)
      throw new InventoryError(`It has more than ${MAX_COMPONENTS.toLocaleString('en')} components`);
    const { direct = null, elsewhere, asked, repository, moving, digest } = found;
    const component: Component = {
      ...{ purl, name, version, direct },
      ...(found.main && { main: true }),
      ...(elsewhere !== undefined && { elsewhere }),
      ...(asked && { asked }),
      ...(repository !== undefined && { repository }),
      ...(moving && { moving }),
      ...(digest !== undefined && { digest }),
      ...(ignored !== undefined && { ignored }),
      ...(policy && { policy }),
      where: placeOf(found.where),
    };
    this.components.push(component);
    if (isMoving && digest === undefined) this.bare.set(key, component);
  }

  /** One tag may lead to several images; an entry that names none is any of them. */
  private isKnown(key: string, digest: string | undefined): boolean {
    const whole = digest === undefined ? key : `${key} ${digest}`;
    if (this.known.has(whole)) return true;
    const bare = digest === undefined ? undefined : this.bare.get(key);
    this.known.add(key).add(whole);
    if (bare === undefined) return false;
    bare.digest = digest!;
    return this.bare.delete(key);
  }
}

function faultOf(value: unknown, what: 'name' | 'version'): string | null {
  if (what === 'version' && (value === null || value === '')) return null;
  if (typeof value !== 'string') return `its ${what} is not text`;
  const text = value.trim();
  if (text === '') return what === 'name' ? 'it has no name' : null;
  if (isLonger(text, MAX_TEXT)) return `its ${what} has more than ${MAX_TEXT} characters`;
  return CONTROL.test(text) || !text.isWellFormed() ? `its ${what} has characters that are not allowed` : null;
}

const placeOf = (where: string) =>
  firstCharacters(where, MAX_TEXT).replace(new RegExp(CONTROL.source, 'g'), '\u{fffd}');

/** Ignores an invalid package URL: name and version are enough. */
function purlOf({ purl, package: parts }: Found, version: string | null): string | null {
  try {
    if (typeof purl === 'string') return canonical(purl.trim(), version);
    if (parts === undefined) return null;
    return buildPurl({ ...parts, namespace: parts.namespace ?? '', version: parts.version ?? version ?? '' });
  } catch (error) {
    if (error instanceof PurlError) return null;
    throw error;
  }
}

function canonical(text: string, version: string | null): string | null {
  if (text.length > 2_048) return null;
  const purl = parsePurl(text);
  const slash = purl.name.lastIndexOf('/');
  // Some tools encode the slash between an npm scope and the name.
  const split = purl.type === 'npm' && purl.namespace === null && slash > 0;
  const { namespace, name } = split ? { namespace: purl.name.slice(0, slash), name: purl.name.slice(slash + 1) } : purl;
  return formatPurl({ ...purl, namespace, name, version: purl.version ?? version });
}
