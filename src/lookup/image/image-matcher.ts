import { Injectable } from '@nestjs/common';
import { type Component, formatPurl, parsePurl } from 'inventory-reader';
import { Database } from '../../database/database';
import { ComponentMatcher, type Decided } from '../matching/component-matcher';
import type { Match } from '../matching/match';
import { ImageDigests, type KnownTag } from './image-digests';

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

/** As `ComponentMatcher`. Where the tag of an image says no version, another tag of its registry may that has the same digest. */
@Injectable()
export class ImageMatcher {
  /** Of a component always the same one: those whose products are made are known by it. */
  private readonly byDigest = new WeakMap<Component, Component>();

  constructor(
    private readonly database: Database,
    private readonly matcher: ComponentMatcher,
    private readonly digests: ImageDigests,
  ) {}

  /** @param isLookedAt as of `ComponentMatcher` */
  async match(given: Component[], decided?: Decided, isLookedAt = false): Promise<Matched> {
    const match = (some: Component[]) => this.matcher.match(this.database, some, decided, isLookedAt);
    const matches = await match(given);
    const components = [...given];
    const open = components.filter((one, at) => isImage(one) && matches[at]!.state === 'unmatched' && isMoving(one));
    const tags = await this.digests.tagsOf(open);
    const places = [...components.keys()].filter((at) => typeof tags.get(components[at]!)?.tag === 'string');
    for (const at of places) components[at] = this.withTag(components[at]!, tags.get(components[at]!)!.tag!);
    const told = places.map((at) => components[at]!);
    const found = told.length > 0 ? await match(told) : [];
    for (const [index, at] of places.entries()) matches[at] = found[index]!;
    return { components, matches, tags };
  }

  private withTag(component: Component, version: string): Component {
    const { version: tag, digest } = component;
    const known = this.byDigest.get(component);
    if (known?.version === version) return known;
    const told: Component = {
      ...taggedAs(component, version),
      moving: { tag: tag === digest ? null : tag, from: 'digest' },
    };
    this.byDigest.set(component, told);
    return told;
  }
}
