import { Injectable } from '@nestjs/common';
import type { Links } from '../api/endpoint/links';
import type { Owner } from '../api/identity/actor';
import type { Principal } from '../api/identity/principal';
import { type Page, toPage } from '../api/list/list-page';
import { type ListRequest, readListRequest } from '../api/list/list-request';
import { Problem } from '../api/problem/problem';
import { PublisherService } from '../publisher/publisher.service';
import { type FreshnessResponse, type FreshnessRow, toFreshnessResponse } from './dto/freshness.response';
import { type PublisherSoftwareResponse, toPublisherSoftwareResponse } from './dto/publisher-software.response';
import { type SoftwareResponse, toSoftwareResponse } from './dto/software.response';
import type { SupportResponse } from './dto/support.response';
import { INCLUDE_RELEASES, ReleaseCountRepository } from './release-count.repository';
import { SoftwareSearchRepository } from './software-search.repository';
import { INCLUDE_SUPPORT, softwareList } from './software.list';
import { type NestedLists, SoftwareRepository } from './software.repository';

/** Lists inside of software, by its id. */
type Nested = NestedLists & { releases: Map<string, number[]>; support: Map<string, SupportResponse> | undefined };

/** The support of the latest versions of products; those of which nothing is known are left out. */
export type SupportReader = (softwareIds: string[]) => Promise<Map<string, SupportResponse>>;

const nestedIn = (id: string, { versions, identifiers, releases, support }: Nested) => ({
  versions: versions.get(id),
  identifiers: identifiers.get(id),
  releases: releases.get(id),
  support: support && (support.get(id) ?? null),
});

/** A product as the command line shows it. */
export interface FoundSoftware {
  id: string;
  name: string;
  publisher: string;
  latest_version: string | null;
  freshness: FreshnessResponse;
}

/** Without a user, so no favorites are looked up. */
const NOBODY = '';

/** Reads software. `SoftwareImporter` writes it. */
@Injectable()
export class SoftwareService {
  private support: SupportReader = async () => new Map<string, SupportResponse>();

  constructor(
    private readonly software: SoftwareRepository,
    private readonly publishers: PublisherService,
    private readonly releases: ReleaseCountRepository,
    private readonly searches: SoftwareSearchRepository,
  ) {}

  /** The feature that knows the support of products depends on this one, and registers here how to read it. */
  supportBy(reader: SupportReader): void {
    this.support = reader;
  }

  async list({ userId }: Principal, request: ListRequest, links: Links): Promise<Page<SoftwareResponse>> {
    const { rows, ...nested } = await this.software.page(userId, request);
    const ids = rows.map(({ id }) => id);
    const releases = await this.releasesOf(ids, request.includes);
    const support = await this.supportOf(ids, request.includes);
    const total = request.includeTotal ? await this.software.count(request) : undefined;
    const page = toPage(request, { rows, total }, (row) =>
      toSoftwareResponse(row, links, request.includes, nestedIn(row.id, { ...nested, releases, support })),
    );
    if (request.search !== null) page.meta.similar = await this.searches.isSimilar(request);
    return page;
  }

  /**
   * The first hits of a search, for the command line; `similar`: no product has this name.
   * @throws Problem 400 for a search that is empty or too long
   */
  async search(text: string, limit: number): Promise<{ found: FoundSoftware[]; similar: boolean }> {
    const query = new URLSearchParams({ q: text, per_page: `${limit}` }).toString();
    const includes = 'includePublisher&includeLatestVersion&includeFreshness';
    const request = readListRequest(softwareList, `?${query}&${includes}`);
    const { rows } = await this.software.page(NOBODY, request);
    const found = rows.slice(0, limit).map((row) => ({
      id: row.id,
      name: row.name,
      publisher: row.publisher_name!,
      latest_version: row.latest_version ?? null,
      freshness: toFreshnessResponse(row as FreshnessRow),
    }));
    return { found, similar: await this.searches.isSimilar(request) };
  }

  async get({ userId }: Owner, id: string, includes: ReadonlySet<string>, links: Links): Promise<SoftwareResponse> {
    const row = await this.software.find(userId, id, includes);
    if (!row) throw Problem.notFound('product');
    const nested = await this.software.findNested(userId, id, includes);
    const releases = await this.releasesOf([id], includes);
    const support = await this.supportOf([id], includes);
    return toSoftwareResponse(row, links, includes, nestedIn(id, { ...nested, releases, support }));
  }

  private async supportOf(ids: string[], includes: ReadonlySet<string>) {
    return includes.has(INCLUDE_SUPPORT) ? this.support(ids) : undefined;
  }

  private async releasesOf(ids: string[], includes: ReadonlySet<string>): Promise<Map<string, number[]>> {
    return includes.has(INCLUDE_RELEASES) ? this.releases.byMonth(ids) : new Map();
  }

  async listOfPublisher(
    { userId }: Principal,
    publisherId: string,
    request: ListRequest,
    links: Links,
  ): Promise<Page<PublisherSoftwareResponse>> {
    const listed = await this.software.listOfPublisher(userId, publisherId, request);
    if (listed.rows.length === 0) await this.publishers.assertExists(publisherId);
    return toPage(request, listed, (row) => toPublisherSoftwareResponse(row, links));
  }
}
