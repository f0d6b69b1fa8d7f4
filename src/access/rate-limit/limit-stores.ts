import { setTimeout as sleep } from 'node:timers/promises';
import type { RedisClientType } from '@redis/client';
import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { RateLimiterRedis } from 'rate-limiter-flexible';
import { Config } from '../../config/config';
import type { Rate } from '../../config/rate';
import { RateLimitRepository } from './rate-limit.repository';
import type { LimitStore } from './shared-limit';

const REDIS_PREFIX = 'software-update-tracker';
const REDIS_WITHIN_MS = 2_000;
const RECONNECT_AT_MOST_MS = 5_000;

/** Where replicas share their counts: Redis if configured, else the database server. The embedded database has one process, so no store. */
@Injectable()
export class LimitStores implements OnModuleDestroy {
  private readonly logger = new Logger('rate-limit');
  private redis?: Promise<RedisClientType>;

  constructor(
    private readonly config: Config,
    private readonly rows: RateLimitRepository,
  ) {}

  async onModuleDestroy(): Promise<void> {
    (await this.redis)?.destroy();
  }

  /** @returns null when there is nothing to share with */
  open(name: string, rate: Rate): LimitStore | null {
    if (this.config.redisUrl !== null) return this.onRedis(this.config.redisUrl, name, rate);
    return this.config.database.kind === 'sqlite' ? null : this.onDatabase(name, rate);
  }

  private onDatabase(name: string, { seconds }: Rate): LimitStore {
    return {
      penalty: async (key, points) => {
        const window = await this.rows.addPoints(`${name}:${key}`, points, seconds);
        return { consumedPoints: window.points, msBeforeNext: window.endsInMs };
      },
    };
  }

  /** Connects at the first report, so commands of the command line never do. */
  private onRedis(url: string, name: string, { points, seconds }: Rate): LimitStore {
    let limiter: Promise<LimitStore> | undefined;
    const connect = async () =>
      new RateLimiterRedis({
        points,
        duration: seconds,
        keyPrefix: `${REDIS_PREFIX}:${name}`,
        storeClient: await (this.redis ??= this.connect(url)),
        useRedisPackage: true,
        rejectIfRedisNotReady: true,
      });
    return { penalty: async (key, used) => (await (limiter ??= connect())).penalty(key, used) };
  }

  /** The client reconnects by itself; while it is disconnected, commands fail at once. */
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
    // Failed reports are logged by `RateLimits`.
    client.on('error', (error) => this.logger.debug({ msg: 'Redis', err: error as unknown }));
    // It keeps trying; the first report does not wait for that.
    await Promise.race([client.connect().catch(() => undefined), sleep(REDIS_WITHIN_MS, undefined, { ref: false })]);
    return client as unknown as RedisClientType;
  }
}
