import { Injectable, Logger } from '@nestjs/common';
import { Gauge } from 'prom-client';
import { forScrapes, Metrics } from '../common/metrics';
import { Outage } from '../common/outage';
import { Database } from './database';

interface Reading {
  name: string;
  help: string;
  /** A SELECT without parameters that answers one number. */
  select: string;
}

interface GroupedReading extends Reading {
  /** The name of a label, and all values that it may have: a SELECT of `label` and `value` answers those that are not 0. */
  label: string;
  values: readonly string[];
}

/**
 * Gauges whose values are in the database, and so are the same on every replica. One statement reads all of them at each scrape. They are
 * left out while the database does not answer; other metrics are not affected.
 */
@Injectable()
export class DatabaseGauges {
  private readonly logger = new Logger(DatabaseGauges.name);
  private readonly outage = new Outage((err) => this.logger.warn({ msg: 'metrics not read from the database', err }));
  private readonly selects: string[] = [];
  private readonly read = forScrapes(() => this.ask(), null);

  constructor(
    private readonly metrics: Metrics,
    private readonly database: Database,
  ) {
    this.gauge('database_up', 'Whether the database has answered this scrape within two seconds.', (values) =>
      values ? 1 : 0,
    );
    this.addConnections();
  }

  add({ name, help, select }: Reading): void {
    this.selects.push(`SELECT '${name}' AS name, (${select}) AS value`);
    this.gauge(name, `${help}; the same on every replica.`, (values) => values?.get(name));
  }

  addGrouped({ name, help, select, label, values }: GroupedReading): void {
    this.selects.push(`SELECT CONCAT('${name} ', g.label) AS name, g.value FROM (${select}) g`);
    const read = this.read;
    new Gauge({
      name,
      help: `${help}; the same on every replica.`,
      labelNames: [label],
      registers: [this.metrics.registry],
      async collect() {
        const found = await read();
        this.reset();
        if (found) for (const value of values) this.set({ [label]: value }, found.get(`${name} ${value}`) ?? 0);
      },
    });
  }

  /** The values by name; null = the database does not answer. */
  current(): Promise<ReadonlyMap<string, number> | null> {
    return this.read();
  }

  private gauge(name: string, help: string, valueOf: (values: Map<string, number> | null) => number | undefined): void {
    this.metrics.gauge(name, help, async () => valueOf(await this.read()));
  }

  private async ask(): Promise<Map<string, number> | null> {
    try {
      const rows = await this.database.query<{ name: string; value: number }>(this.selects.join(' UNION ALL '));
      this.outage.end();
      return new Map(rows.map(({ name, value }) => [name, Number(value)]));
    } catch (error) {
      this.outage.note(error);
      return null;
    }
  }

  private addConnections(): void {
    const registers = [this.metrics.registry];
    const usage = () => this.database.usage();
    new Gauge({
      name: 'database_connections',
      help: 'Connections of this process to the database, by state: used or idle.',
      labelNames: ['state'],
      registers,
      collect() {
        const { used, idle } = usage();
        this.set({ state: 'used' }, used);
        this.set({ state: 'idle' }, idle);
      },
    });
    new Gauge({
      name: 'database_waiting',
      help: 'Statements and transactions of this process that wait for a connection.',
      registers,
      collect() {
        this.set(usage().waiting);
      },
    });
  }
}
