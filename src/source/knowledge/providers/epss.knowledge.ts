import { Injectable } from '@nestjs/common';
import { ExploitStore } from '../../../advisory/store/exploit-store';
import { ExploitRepository } from '../../../advisory/store/exploit.repository';
import { type Probabilities, readEpss } from './exploit-answer';
import { KnowledgeProvider, type Learnt, type Writing } from './knowledge-provider';

/** How probable an exploit is in the next 30 days: https://www.first.org/epss/ */
@Injectable()
export class EpssKnowledge extends KnowledgeProvider<Probabilities> {
  readonly name = 'epss';
  readonly title = 'EPSS of FIRST';
  readonly setting = 'epssUrl';
  readonly read = readEpss;

  constructor(
    private readonly store: ExploitStore,
    private readonly exploits: ExploitRepository,
  ) {
    super();
  }

  /** Of vulnerabilities that an advisory names; of the others there are ten times as many. */
  async write({ epss }: Probabilities, writing: Writing): Promise<Learnt> {
    const named = await this.exploits.named();
    const known = new Map([...epss].filter(([vulnerability]) => named.has(vulnerability)));
    const changed = await this.store.writeEpss(known, writing);
    return { matched: await this.matched(), changed, dropped: epss.size - known.size };
  }

  override matched(): Promise<number> {
    return this.exploits.products('epss');
  }
}
