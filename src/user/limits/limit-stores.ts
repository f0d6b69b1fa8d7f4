import { setTimeout as sleep } from 'node:timers/promises';
import type { RedisClientType } from '@redis/client';
import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { RateLimiterMySQL, RateLimiterRedis } from 'rate-limiter-flexible';
import { DataSource } from 'typeorm';
import { Config } from '../../config/config';
import type { Rate } from '../../config/rate';
import { callbackPool } from '../../database/callback-pool';
import type { LimitStore } from './shared-limit';

const TABLE = 'rate_limit';
const REDIS_PREFIX = 'software-update-tracker';
const REDIS_WITHIN_MS = 2_000;
const RECONNECT_AT_MOST_MS = 5_000;

/** Where replicas share what they count: Redis when there is one, else the database server. An embedded database has one process. */
@Injectable()
export class LimitStores implements OnModuleDestroy {
  private readonly logger = new Logger('rate-limit');
  private redis?: Promise<RedisClientType>;

  constructor(
    private readonly config: Config,
    @InjectDataSource() private readonly dataSource: DataSource,
  ) {}

  async onModuleDestroy(): Promise<void> {
    (await this.redis)?.destroy();
  }

  /** @param name of the limit; null = nobody else counts */
  open(name: string, rate: Rate): LimitStore | null {
    const options = { keyPrefix: name, points: rate.points, duration: rate.seconds };
    if (this.config.redisUrl !== null) return this.onRedis(this.config.redisUrl, options);
    if (this.config.database.kind === 'sqlite') return null;
    return new RateLimiterMySQL({
      ...options,
      storeClient: callbackPool(this.dataSource, this.config.databaseTimeout),
      storeType: 'pool',
      dbName: (this.dataSource.driver as { database?: string }).database!,
      tableName: TABLE,
      tableCreated: true,
      clearExpiredByTimeout: false, // `LimitRows` does it, in pages
    });
  }

  /** Connected to when something is to be told for the first time: the command line never does. */
  private onRedis(url: string, options: { keyPrefix: string; points: number; duration: number }): LimitStore {
    let limiter: Promise<LimitStore> | undefined;
    const connect = async () =>
      new RateLimiterRedis({
        ...options,
        keyPrefix: `${REDIS_PREFIX}:${options.keyPrefix}`,
        storeClient: await (this.redis ??= this.connect(url)),
        useRedisPackage: true,
        rejectIfRedisNotReady: true,
      });
    return { penalty: async (key, points) => (await (limiter ??= connect())).penalty(key, points) };
  }

  /** It connects again by itself; while it is not connected, what is asked of it fails at once. */
  private async connect(url: string): Promise<RedisClientType> {
    const { createClient } = await import('@redis/client');
    const client = createClient({
      url,
      disableOfflineQueue: true,
      commandOptions: { timeout: REDIS_WITHIN_MS },
      socket: {
        connectTimeout: REDIS_WITHIN_MS,
        reconnectStrategy: (tries) => Math.min(100 * 2 ** tries, RECONNECT_AT_MOST_MS),
      },
    });
    // What is away shows when it is told something: see `RateLimits`.
    client.on('error', (error) => this.logger.debug({ msg: 'Redis', err: error as unknown }));
    // It goes on trying; what is to be told first need not wait for all of that.
    await Promise.race([client.connect().catch(() => undefined), sleep(REDIS_WITHIN_MS, undefined, { ref: false })]);
    return client as unknown as RedisClientType;
  }
}
