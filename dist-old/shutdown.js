"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.Signals = void 0;
const node_os_1 = require("node:os");
const promises_1 = require("node:timers/promises");
const config_1 = require("./config/config");
const health_service_1 = require("./health/health.service");
const delivery_service_1 = require("./notification/delivery.service");
const source_poller_1 = require("./source/polling/source-poller");
const source_schedule_1 = require("./source/polling/source.schedule");
const update_check_schedule_1 = require("./update-check/update-check.schedule");
const upkeep_schedule_1 = require("./update-check/upkeep.schedule");
/** It ends in any case so many milliseconds after the signal, or so many after the delay, if that is later. */
const AT_MOST_MS = 9_000;
const AFTER_DELAY_MS = 5_000;
/** What works without being asked to. Nest calls their hooks once more when it closes, which they bear. */
const WORKERS = [update_check_schedule_1.UpdateCheckSchedule, upkeep_schedule_1.UpkeepSchedule, source_schedule_1.SourceSchedule, source_poller_1.SourcePoller, delivery_service_1.DeliveryService];
/**
 * What SIGTERM and SIGINT do. Made before anything else: process 1 of a container gets only those signals that it
 * handles itself.
 */
class Signals {
    constructor() {
        this.stop = (signal) => process.exit(128 + node_os_1.constants.signals[signal]);
        process.on('SIGINT', (signal) => this.stop(signal));
        process.on('SIGTERM', (signal) => this.stop(signal));
    }
    /** The first signal ends the service in order, a second one at once. */
    endInOrder(app, connections, logger) {
        this.stop = (signal) => {
            this.stop = () => process.exit(1);
            logger.log({ msg: 'stopping', signal });
            shutDown(app, connections).then(() => process.exit(0), (error) => {
                logger.error({ msg: 'stopping failed', err: error });
                process.exit(1);
            });
        };
    }
}
exports.Signals = Signals;
/**
 * In order: not ready any more, and nothing new is claimed; for as long as a balancer needs to notice (`SHUTDOWN_DELAY`) requests are
 * answered as ever; then the address is closed, and what is under way ends.
 */
async function shutDown(app, connections) {
    const delayMs = app.get(config_1.Config).shutdownDelay * 1_000;
    setTimeout(() => process.exit(0), Math.max(AT_MOST_MS, delayMs + AFTER_DELAY_MS)).unref();
    app.get(health_service_1.HealthService).stop();
    connections.drain();
    const workersEnd = Promise.all(WORKERS.map(async (worker) => app.get(worker).onModuleDestroy()));
    // Before Nest closes: its hooks end what requests may still need, such as connections to the outside.
    await Promise.all([(0, promises_1.setTimeout)(delayMs).then(() => connections.close()), workersEnd]);
    await app.close();
}
//# sourceMappingURL=shutdown.js.map