import { Injectable } from '@nestjs/common';
import type { Links } from '../api/endpoint/links';
import { type Page, toPage } from '../api/list/list-page';
import type { ListRequest } from '../api/list/list-request';
import { Problem } from '../api/problem/problem';
import { type PublisherResponse, toPublisherResponse } from './dto/publisher.response';
import { PublisherRepository } from './publisher.repository';

/** Reads publishers. `PublisherImporter` writes them. */
@Injectable()
export class PublisherService {
  constructor(private readonly publishers: PublisherRepository) {}

  async list(request: ListRequest, links: Links): Promise<Page<PublisherResponse>> {
    return toPage(request, await this.publishers.list(request), (row) => toPublisherResponse(row, links));
  }

  async get(id: string, links: Links): Promise<PublisherResponse> {
    const row = await this.publishers.find(id);
    if (!row) throw Problem.notFound('publisher');
    return toPublisherResponse(row, links);
  }

  async ofSoftware(softwareId: string, links: Links): Promise<PublisherResponse> {
    const row = await this.publishers.findOfSoftware(softwareId);
    if (!row) throw Problem.notFound('product');
    return toPublisherResponse(row, links);
  }

  /** @throws Problem not-found */
  async assertExists(id: string): Promise<void> {
    if (!(await this.publishers.exists(id))) throw Problem.notFound('publisher');
  }
}
