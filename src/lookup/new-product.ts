import { Injectable } from '@nestjs/common';
import { type SchemeName, tagForm } from 'version-order';
import type { AddressReading } from 'address-reader';
import { Problem } from '../api/problem/problem';
import { DEFAULT_ORDERING, type OrderingRow } from '../software/software.repository';
import { formsOf } from '../source/preview/answer-summary';
import type { SourcePreviewResponse } from '../source/preview/dto/preview.response';
import { SourcePreview } from '../source/preview/source-preview.service';
import { AddressResolver, type Choice, type Resolved } from './address-resolver';
import type { NewProductResponse } from './dto/lookup.response';
import { KnownProducts } from './known-products';
import { ResolvedAddresses } from './resolved-addresses';

export interface Wanted {
  /** The version in use. */
  version?: string;
  /** A tag of the form that counts. */
  form?: string;
}

/** A product that would be added. */
export interface Planned {
  resolved: Resolved;
  ordering: OrderingRow;
  name: string;
  publisher: string;
  shown: SourcePreviewResponse;
}

export type Prepared = Planned | Choice | { known: string[] };

/** Says what a new product would be. */
@Injectable()
export class NewProduct {
  constructor(
    private readonly resolver: AddressResolver,
    private readonly known: KnownProducts,
    private readonly previews: SourcePreview,
    private readonly remembered: ResolvedAddresses,
  ) {}

  /**
   * @param asks is called before anybody is asked
   * @throws Problem source-without-versions, invalid-…; SourceError, EmptySource, SettingsError
   */
  async prepare(reading: AddressReading, wanted: Wanted, asks: () => void): Promise<Prepared> {
    const inUse = [wanted.form, wanted.version, reading.version].filter((label) => label != null);
    const key = JSON.stringify([reading.candidates, inUse]);
    const before = this.remembered.get(key);
    // Somebody may have added it since.
    const known = before === null ? [] : await this.known.ofSource(before.candidate);
    if (known.length > 0) return { known };
    const resolved = before ?? (await this.ask(reading, inUse, asks));
    if (!('answer' in resolved)) return resolved;
    this.remembered.set(key, resolved);
    return this.plan(resolved, wanted, inUse);
  }

  preview({ resolved: { candidate }, name, publisher, shown }: Planned): NewProductResponse {
    return { name, publisher, url: candidate.url, ...shown };
  }

  private ask(reading: AddressReading, inUse: string[], asks: () => void) {
    asks();
    return this.resolver.resolve(reading, inUse, async (candidate) => {
      const found = await this.known.ofSource(candidate);
      return found.length > 0 ? found : null;
    });
  }

  private async plan(resolved: Resolved, { form }: Wanted, inUse: string[]): Promise<Planned> {
    const { source, settings, answer, candidate } = resolved;
    const scheme: SchemeName = source.scheme ?? 'generic';
    const { forms, pattern } = await formsOf(answer.releases, inUse, scheme);
    if (form !== undefined && !forms.some((one) => one.chosen && isSameForm(one.form, form)))
      throw Problem.field('form', 'is not the form of any tag');
    const ordering: OrderingRow = {
      ...DEFAULT_ORDERING,
      scheme,
      tag_pattern: form !== undefined || source.type === 'docker-tags' ? pattern : null,
    };
    const shown = await this.previews.describe({ source, settings, ordering, inUse }, answer);
    assertVersions(shown);
    return { resolved, ordering, name: candidate.name, publisher: candidate.publisher ?? source.title, shown };
  }
}

const isSameForm = (one: string, other: string) => tagForm(one)?.name === tagForm(other)?.name;

/** @throws Problem source-without-versions */
function assertVersions({ newest, total, left_out }: SourcePreviewResponse): void {
  if (newest.length > 0) return;
  const examples = left_out.flatMap((one) => one.examples).slice(0, 5);
  throw new Problem(
    'source-without-versions',
    `It lists ${total.toLocaleString('en')} ${total === 1 ? 'entry' : 'entries'}, and none is a version: ${examples.join(', ')}. Give another address of the product, such as that of its repository.`,
    [],
    {},
    { examples },
  );
}
