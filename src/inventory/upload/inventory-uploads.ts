import { Injectable } from '@nestjs/common';
import type { Inventory } from 'inventory-reader';
import type { Links } from '../../api/endpoint/links';
import type { UserActor } from '../../api/identity/actor';
import type { Principal } from '../../api/identity/principal';
import { Problem } from '../../api/problem/problem';
import { InventoryRepository } from '../store/inventory.repository';
import type { ContentResponse } from './dto/content.response';
import { toInventoryResponse } from './dto/inventory.dto';
import { InventoryImport } from './inventory-import';
import { assertName } from './inventory.service';
import type { Outcome } from './outcome';
import { SameUpload } from './same-upload';
import type { UploadOptions } from './upload-query';
import { type ArrivingFile, UploadReader } from './upload-reader';

/** What arrives for inventories, as files or from the command line. */
@Injectable()
export class InventoryUploads {
  constructor(
    private readonly inventories: InventoryRepository,
    private readonly reader: UploadReader,
    private readonly same: SameUpload,
    private readonly imports: InventoryImport,
  ) {}

  async upload(
    caller: Principal,
    name: string,
    options: UploadOptions,
    file: ArrivingFile,
    links: Links,
  ): Promise<ContentResponse> {
    assertName(name);
    if (options.creating === 'all' && !caller.scopes.has('catalogue:write'))
      throw new Problem('forbidden', 'create=true also needs the scope catalogue:write.');
    return this.reader.upload(caller.userId, file, async (bytes) => {
      const content = this.same.contentOf(bytes, options);
      const known = await this.same.answer(caller, name, content);
      if (known) return this.answer(caller, name, known, links);
      const read = await this.reader.read({ bytes, format: options.format, path: options.fileName });
      const keyOf = () => this.same.keyOf(caller, name, content);
      return this.answer(caller, name, await this.imports.import(caller, name, options, [read], keyOf), links);
    });
  }

  /** @param files at least one; together they are the content of the inventory */
  async import(
    caller: UserActor,
    name: string,
    options: UploadOptions,
    files: Inventory[],
    links: Links,
  ): Promise<ContentResponse> {
    assertName(name);
    return this.answer(caller, name, await this.imports.import(caller, name, options, files), links);
  }

  private async answer({ userId }: UserActor, name: string, outcome: Outcome, links: Links): Promise<ContentResponse> {
    const row = await this.inventories.find(userId, name);
    return { inventory: row ? toInventoryResponse(row, links) : null, ...outcome };
  }
}
