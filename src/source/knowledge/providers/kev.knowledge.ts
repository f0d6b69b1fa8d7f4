import { Injectable } from '@nestjs/common';
import { ExploitStore } from '../../../advisory/store/exploit-store';
import { ExploitRepository } from '../../../advisory/store/exploit.repository';
import type { Config } from '../../../config/config';
import { type Exploited, readExploited } from './exploit-answer';
import { type KnowledgeDocument, KnowledgeProvider, type Learnt, type Writing } from './knowledge-provider';

/** Vulnerabilities that are known to be exploited: https://www.cisa.gov/known-exploited-vulnerabilities-catalog */
@Injectable()
export class KevKnowledge extends KnowledgeProvider<Exploited> {
  readonly name = 'kev';
  readonly title = 'Known exploited vulnerabilities';
  override readonly isWhole = false;
  override readonly bundled = 'kev.json.gz';

  constructor(
    private readonly store: ExploitStore,
    private readonly exploits: ExploitRepository,
  ) {
    super();
  }

  urlsOf(config: Config): string[] {
    return config.kevUrl === null ? [] : [config.kevUrl];
  }

  read(documents: AsyncIterable<KnowledgeDocument>, today: string): Promise<Exploited> {
    return readExploited(documents, today);
  }

  async write({ exploited }: Exploited, writing: Writing): Promise<Learnt> {
    const changed = await this.store.writeExploited(exploited, writing);
    return { matched: await this.exploits.products('exploited'), changed };
  }

  override matched(): Promise<number> {
    return this.exploits.products('exploited');
  }
}
