import { Inject, Injectable } from '@nestjs/common';
import { Counter } from 'prom-client';
import { Metrics } from '../../common/metrics';
import { Config } from '../../config/config';
import { DatabaseGauges } from '../../database/database-gauges';
import { KnowledgeRepository } from './knowledge.repository';
import { KNOWLEDGE_PROVIDERS } from './providers';
import type { KnowledgeProvider } from './providers/knowledge-provider';

@Injectable()
export class KnowledgeMetrics {
  private readonly requests: Counter<'provider' | 'outcome'>;

  constructor(
    metrics: Metrics,
    gauges: DatabaseGauges,
    repository: KnowledgeRepository,
    config: Config,
    @Inject(KNOWLEDGE_PROVIDERS) providers: KnowledgeProvider[],
  ) {
    this.requests = new Counter({
      name: 'knowledge_requests_total',
      help: 'Requests to providers of knowledge, by what they brought: changed, unchanged, failed.',
      labelNames: ['provider', 'outcome'],
      registers: [metrics.registry],
    });
    const asked = providers.filter((one) => one.urlsOf(config).length > 0).map(({ name }) => name);
    gauges.add({
      name: 'knowledge_unanswered_seconds',
      help: 'For how long a provider of knowledge that has an address has not answered; of several, the longest',
      select: repository.selectUnanswered(asked),
    });
    gauges.add({
      name: 'knowledge_held',
      help: 'Providers of knowledge whose last import waits for `knowledge accept`',
      select: repository.selectHeld(),
    });
  }

  count(provider: string, outcome: 'changed' | 'unchanged' | 'failed'): void {
    this.requests.inc({ provider, outcome });
  }
}
