import { Injectable } from '@nestjs/common';
import type { Principal } from '../../api/identity/principal';
import { Problem } from '../../api/problem/problem';
import { type RunningRow, RunningRepository } from '../store/running.repository';
import { cycloneDxOf } from './cyclonedx';
import { openVexOf } from './openvex';
import { cycloneDxDocument, openVexDocument, type RunningDocument } from './running-document';
import { RunningService } from './running.service';
import type { VexFormat } from './vex-query';

type Author = Pick<Principal, 'userId' | 'userName'>;

/** Documents of what somebody runs, for other programs. */
@Injectable()
export class RunningDocumentService {
  constructor(
    private readonly rows: RunningRepository,
    private readonly running: RunningService,
  ) {}

  /** @throws Problem limit-reached */
  async bom(author: Author): Promise<RunningDocument> {
    return this.bomOf(author, null, await this.rows.ofUser(author.userId));
  }

  /** Of an inventory that the author has. @throws Problem limit-reached */
  async bomOfInventory(author: Author, { id, name }: { id: string; name: string }): Promise<RunningDocument> {
    return this.bomOf(author, name, await this.rows.ofInventory(id));
  }

  /** @throws Problem limit-reached; not-found: OpenVEX has no document without a statement */
  async vex({ userId, userName }: Author, format: VexFormat): Promise<RunningDocument> {
    const running = await this.running.of(await this.rows.ofUser(userId));
    const concerned = running.filter(({ findings }) => findings.length > 0);
    if (format === 'cyclonedx')
      return cycloneDxDocument(await cycloneDxOf({ author: userName, inventory: null }, concerned));
    if (concerned.length === 0) throw Problem.notFound('vulnerability');
    return openVexDocument(await openVexOf(userName, concerned));
  }

  private async bomOf({ userName }: Author, inventory: string | null, rows: RunningRow[]): Promise<RunningDocument> {
    return cycloneDxDocument(await cycloneDxOf({ author: userName, inventory }, await this.running.of(rows)));
  }
}
