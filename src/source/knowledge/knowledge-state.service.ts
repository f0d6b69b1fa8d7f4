import { Inject, Injectable } from '@nestjs/common';
import { toApiTimestamp } from '../../common/time/utc-timestamp';
import { Config } from '../../config/config';
import type { KnowledgeResponse, KnowledgeState } from './dto/knowledge.response';
import { KnowledgeRepository, type KnowledgeRow } from './knowledge.repository';
import { KNOWLEDGE_PROVIDERS } from './providers';
import type { KnowledgeProvider } from './providers/knowledge-provider';

/** Seconds without an answer. */
const STALE_AFTER = 3 * 86_400;

/** Reports the state of the providers of knowledge. */
@Injectable()
export class KnowledgeStateService {
  constructor(
    private readonly config: Config,
    private readonly repository: KnowledgeRepository,
    @Inject(KNOWLEDGE_PROVIDERS) private readonly providers: KnowledgeProvider[],
  ) {}

  async list(): Promise<KnowledgeResponse[]> {
    const rows = await this.repository.list();
    return this.providers.map((provider) => this.toResponse(provider, rows.get(provider.name)));
  }

  private toResponse(provider: KnowledgeProvider, row: KnowledgeRow | undefined): KnowledgeResponse {
    const configured = provider.urlOf(this.config) !== null;
    return {
      provider: provider.name,
      title: provider.title,
      configured,
      state: stateOf(configured, row),
      as_of: row?.as_of ?? null,
      stale: configured && Number(row?.unanswered_seconds ?? 0) > STALE_AFTER,
      records: Number(row?.records ?? 0),
      rejected: Number(row?.rejected ?? 0),
      matched: Number(row?.matched ?? 0),
      answered_at: momentOf(row?.answered_at),
      failures: Number(row?.failures ?? 0),
      last_error: row?.last_error ?? null,
      next_at: configured ? momentOf(row?.next_at) : null,
    };
  }
}

function stateOf(configured: boolean, row: KnowledgeRow | undefined): KnowledgeState {
  if (!configured) return 'off';
  if (row && Number(row.failures) > 0) return 'failing';
  return row?.answered_at ? 'ok' : 'waiting';
}

const momentOf = (moment: string | null | undefined) => (moment ? toApiTimestamp(moment) : null);
