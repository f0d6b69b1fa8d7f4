import { Injectable } from '@nestjs/common';
import { followedTag, following, isPublicImage } from 'address-reader';
import { type Component, formatPurl, parsePurl } from 'inventory-reader';
import { Database } from '../../database/database';
import { ComponentMatcher, type Decided } from '../matching/component-matcher';
import { type Match, NO_PRODUCT } from '../matching/match';
import { ImageDigests, isAnybodys, type KnownTag } from './image-digests';

export const isImage = ({ purl }: Component) => /^pkg:(docker|oci)\//.test(purl ?? '');

/** Whether the tag of an image with a digest says no version: `latest`, `stable`, and a digest alone. */
export const isMoving = ({ version, digest }: Component) =>
  digest !== undefined && (version === null || version === digest || !/^v?\d/i.test(version));

/** The same image at another tag, or at a version. */
export const taggedAs = (component: Component, version: string | null): Component => ({
  ...component,
  ...{ version, purl: formatPurl({ ...parsePurl(component.purl!), version }) },
});

interface Matched {
  /** With the versions that their digests have told. */
  components: Component[];
  /** In their order. */
  matches: Match[];
  /** As of `ImageDigests.tagsOf`, by the components as they were given. */
  tags: Map<Component, KnownTag>;
}

/**
 * As `ComponentMatcher`. Where the tag of an image says no version, another tag of its registry may that has the same digest. Where none does,
 * the image is a version of what its tag leads to, which is a product of its own.
 */
@Injectable()
export class ImageMatcher {
  /** Of a component always the same one: those whose products are made are known by it. */
  private readonly byDigest = new WeakMap<Component, Component>();
  private readonly rebuilt = new WeakMap<Component, Component>();

  constructor(
    private readonly database: Database,
    private readonly matcher: ComponentMatcher,
    private readonly digests: ImageDigests,
  ) {}

  /** @param isLookedAt as of `ComponentMatcher` @param followsTags whether images count once more as what their tags lead to */
  async match(given: Component[], decided?: Decided, isLookedAt = false, followsTags = false): Promise<Matched> {
    const decidedOf: Decided = (one) => (followedTag(one) === null ? decided?.(one) : undefined);
    const match = (some: Component[]) => this.matcher.match(this.database, some, decided && decidedOf, isLookedAt);
    const matches = await match(given);
    const components = [...given];
    const open = components.filter((one, at) => isImage(one) && matches[at]!.state === 'unmatched' && isMoving(one));
    const tags = await this.digests.tagsOf(open);
    const places: number[] = [];
    const isOpen = new Set(open);
    for (const [at, one] of given.entries()) {
      const told = isOpen.has(one) ? this.told(one, tags) : undefined;
      if (told === undefined) continue;
      components[at] = told;
      places.push(at);
    }
    const told = places.map((at) => components[at]!);
    const found = told.length > 0 ? await match(told) : [];
    for (const [index, at] of places.entries()) {
      const [first, second] = [matches[at]!, found[index]!];
      const isNew = first.state === 'unmatched' && second.state === 'unmatched' && followedTag(told[index]!) !== null;
      matches[at] = isNew ? { ...first, reason: NO_PRODUCT } : second;
    }
    const also = followsTags ? components.flatMap((one, at) => this.rebuiltOf(one, matches[at]!)) : [];
    for (const [at, one] of (also.length > 0 ? await match(also) : []).entries()) {
      components.push(also[at]!);
      matches.push(one.state === 'unmatched' ? { ...one, nearest: null, isProduct: true } : one);
    }
    return { components, matches, tags };
  }

  /** Once more, as what its tag leads to: none, if that is what it counts as, or if its registry is not for everybody. */
  private rebuiltOf(component: Component, { state }: Match): Component[] {
    const { purl, moving } = component;
    const isFor =
      purl !== null && (state === 'matched' ? isAnybodys(purl) : state === 'unmatched' && isPublicImage(purl));
    if (!isFor || followedTag(component) !== null) return [];
    const known = this.rebuilt.get(component) ?? following(moving ? taggedAs(component, moving.tag) : component);
    if (known) this.rebuilt.set(component, known);
    return known ? [known] : [];
  }

  /** Undefined: its registry has not said yet which version it is, or no tag leads to it. */
  private told(component: Component, tags: Matched['tags']): Component | undefined {
    const { version: tag, digest } = component;
    const known = tags.get(component);
    if (known === undefined && tags.has(component)) return undefined;
    const before = this.byDigest.get(component);
    const version = known?.tag ?? null;
    if (before !== undefined && (version === null ? followedTag(before) !== null : before.version === version))
      return before;
    const told: Component | undefined =
      version === null
        ? following(component)
        : { ...taggedAs(component, version), moving: { tag: tag === digest ? null : tag, from: 'digest' } };
    if (told) this.byDigest.set(component, told);
    return told;
  }
}
