import { Inject, Injectable } from '@nestjs/common';
import { AdvisoryImportRepository } from '../../advisory/store/advisory-import.repository';
import type { Actor } from '../../api/identity/actor';
import { Problem } from '../../api/problem/problem';
import { toApiTimestamp } from '../../common/time/utc-timestamp';
import { Config } from '../../config/config';
import type { KnowledgeResponse, KnowledgeState } from './dto/knowledge.response';
import { KnowledgeRepository, type KnowledgeRow } from './knowledge.repository';
import { KnowledgeService } from './knowledge.service';
import { KNOWLEDGE_PROVIDERS } from './providers';
import { KnowledgeError, type KnowledgeProvider } from './providers/knowledge-provider';

/** Seconds without an answer. */
const STALE_AFTER = 3 * 86_400;

/** Reports the state of the providers of knowledge, and accepts what is held. */
@Injectable()
export class KnowledgeStateService {
  constructor(
    private readonly config: Config,
    private readonly repository: KnowledgeRepository,
    private readonly imports: AdvisoryImportRepository,
    private readonly knowledge: KnowledgeService,
    @Inject(KNOWLEDGE_PROVIDERS) private readonly providers: KnowledgeProvider[],
  ) {}

  async list(): Promise<KnowledgeResponse[]> {
    const rows = await this.repository.list();
    const held = await this.imports.held();
    const found: KnowledgeResponse[] = [];
    for (const provider of this.providers) {
      const row = rows.get(provider.name);
      const matched = (await provider.matched()) ?? Number(row?.matched ?? 0);
      found.push(this.toResponse(provider, row, matched, held.get(provider.name) ?? null));
    }
    return found;
  }

  /**
   * Lets an import count that is held.
   * @returns the state afterwards
   * @throws Problem not-found, conflict
   */
  async accept(caller: Actor, name: string): Promise<KnowledgeResponse> {
    if (!this.providers.some((provider) => provider.name === name)) throw Problem.notFound('provider of knowledge');
    try {
      await this.knowledge.accept(name, caller);
    } catch (error) {
      if (error instanceof KnowledgeError) throw new Problem('conflict', error.message);
      throw error;
    }
    return (await this.list()).find(({ provider }) => provider === name)!;
  }

  private toResponse(
    provider: KnowledgeProvider,
    row: KnowledgeRow | undefined,
    matched: number,
    heldBecause: string | null,
  ): KnowledgeResponse {
    const configured = provider.urlsOf(this.config).length > 0;
    return {
      provider: provider.name,
      title: provider.title,
      configured,
      state: heldBecause === null ? stateOf(configured, row) : 'held',
      as_of: row?.as_of ?? null,
      stale: configured && Number(row?.unanswered_seconds ?? 0) > STALE_AFTER,
      records: Number(row?.records ?? 0),
      rejected: Number(row?.rejected ?? 0),
      matched,
      answered_at: toApiTimestamp(row?.answered_at ?? null),
      failures: Number(row?.failures ?? 0),
      last_error: row?.last_error ?? null,
      held_because: heldBecause,
      next_at: toApiTimestamp((configured && row?.next_at) || null),
    };
  }
}

function stateOf(configured: boolean, row: KnowledgeRow | undefined): KnowledgeState {
  if (!configured) return 'off';
  if (row && Number(row.failures) > 0) return 'failing';
  return row?.answered_at ? 'ok' : 'waiting';
}
