import { Injectable } from '@nestjs/common';
import { ExploitStore } from '../../../advisory/store/exploit-store';
import { ExploitRepository } from '../../../advisory/store/exploit.repository';
import { type Exploited, readExploited } from './exploit-answer';
import { KnowledgeProvider, type Learnt, type Writing } from './knowledge-provider';

/** Vulnerabilities that are known to be exploited: https://www.cisa.gov/known-exploited-vulnerabilities-catalog */
@Injectable()
export class KevKnowledge extends KnowledgeProvider<Exploited> {
  readonly name = 'kev';
  readonly title = 'Known exploited vulnerabilities';
  readonly setting = 'kevUrl';
  override readonly isWhole = false;
  override readonly bundled = 'kev.json.gz';
  readonly read = readExploited;

  constructor(
    private readonly store: ExploitStore,
    private readonly exploits: ExploitRepository,
  ) {
    super();
  }

  async write({ exploited }: Exploited, writing: Writing): Promise<Learnt> {
    const changed = await this.store.writeExploited(exploited, writing);
    return { matched: await this.matched(), changed };
  }

  override matched(): Promise<number> {
    return this.exploits.products('exploited');
  }
}
