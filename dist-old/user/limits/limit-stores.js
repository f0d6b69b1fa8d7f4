"use strict";
var __decorate = (this && this.__decorate) || function (decorators, target, key, desc) {
    var c = arguments.length, r = c < 3 ? target : desc === null ? desc = Object.getOwnPropertyDescriptor(target, key) : desc, d;
    if (typeof Reflect === "object" && typeof Reflect.decorate === "function") r = Reflect.decorate(decorators, target, key, desc);
    else for (var i = decorators.length - 1; i >= 0; i--) if (d = decorators[i]) r = (c < 3 ? d(r) : c > 3 ? d(target, key, r) : d(target, key)) || r;
    return c > 3 && r && Object.defineProperty(target, key, r), r;
};
var __metadata = (this && this.__metadata) || function (k, v) {
    if (typeof Reflect === "object" && typeof Reflect.metadata === "function") return Reflect.metadata(k, v);
};
var __param = (this && this.__param) || function (paramIndex, decorator) {
    return function (target, key) { decorator(target, key, paramIndex); }
};
Object.defineProperty(exports, "__esModule", { value: true });
exports.LimitStores = void 0;
const promises_1 = require("node:timers/promises");
const common_1 = require("@nestjs/common");
const typeorm_1 = require("@nestjs/typeorm");
const rate_limiter_flexible_1 = require("rate-limiter-flexible");
const typeorm_2 = require("typeorm");
const config_1 = require("../../config/config");
const callback_pool_1 = require("../../database/callback-pool");
const TABLE = 'rate_limit';
const REDIS_PREFIX = 'software-update-tracker';
const REDIS_WITHIN_MS = 2_000;
const RECONNECT_AT_MOST_MS = 5_000;
/** Where replicas share what they count: Redis when there is one, else the database server. An embedded database has one process. */
let LimitStores = class LimitStores {
    constructor(config, dataSource) {
        this.config = config;
        this.dataSource = dataSource;
        this.logger = new common_1.Logger('rate-limit');
    }
    async onModuleDestroy() {
        (await this.redis)?.destroy();
    }
    /** @param name of the limit; null = nobody else counts */
    open(name, rate) {
        const options = { keyPrefix: name, points: rate.points, duration: rate.seconds };
        if (this.config.redisUrl !== null)
            return this.onRedis(this.config.redisUrl, options);
        if (this.config.database.kind === 'sqlite')
            return null;
        return new rate_limiter_flexible_1.RateLimiterMySQL({
            ...options,
            storeClient: (0, callback_pool_1.callbackPool)(this.dataSource, this.config.databaseTimeout),
            storeType: 'pool',
            dbName: this.dataSource.driver.database,
            tableName: TABLE,
            tableCreated: true,
            clearExpiredByTimeout: false, // `LimitRows` does it, in pages
        });
    }
    /** Connected to when something is to be told for the first time: the command line never does. */
    onRedis(url, options) {
        let limiter;
        const connect = async () => new rate_limiter_flexible_1.RateLimiterRedis({
            ...options,
            keyPrefix: `${REDIS_PREFIX}:${options.keyPrefix}`,
            storeClient: await (this.redis ??= this.connect(url)),
            useRedisPackage: true,
            rejectIfRedisNotReady: true,
        });
        return { penalty: async (key, points) => (await (limiter ??= connect())).penalty(key, points) };
    }
    /** It connects again by itself; while it is not connected, what is asked of it fails at once. */
    async connect(url) {
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
        client.on('error', (error) => this.logger.debug({ msg: 'Redis', err: error }));
        // It goes on trying; what is to be told first need not wait for all of that.
        await Promise.race([client.connect().catch(() => undefined), (0, promises_1.setTimeout)(REDIS_WITHIN_MS, undefined, { ref: false })]);
        return client;
    }
};
exports.LimitStores = LimitStores;
exports.LimitStores = LimitStores = __decorate([
    (0, common_1.Injectable)(),
    __param(1, (0, typeorm_1.InjectDataSource)()),
    __metadata("design:paramtypes", [config_1.Config,
        typeorm_2.DataSource])
], LimitStores);
//# sourceMappingURL=limit-stores.js.map