"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.measure = measure;
const common_1 = require("@nestjs/common");
const prom_client_1 = require("prom-client");
/** Every request by method, route and status. `route` is the pattern of the path, so that no id and no stranger's text makes a series. */
function measure(metrics, isLogged) {
    const logger = new common_1.Logger('http');
    const histogram = new prom_client_1.Histogram({
        name: 'http_request_seconds',
        help: 'Duration of requests, by method, route and status.',
        labelNames: ['method', 'route', 'status'],
        buckets: [0.005, 0.02, 0.05, 0.1, 0.3, 1, 3, 10],
        registers: [metrics.registry],
    });
    return (request, response, next) => {
        const start = performance.now();
        response.on('close', () => {
            const seconds = (performance.now() - start) / 1_000;
            const route = request.route?.path ?? 'none';
            // Whoever does not wait for the answer would else be seen least when it takes longest.
            const status = response.writableFinished ? String(response.statusCode) : 'aborted';
            const { method } = request;
            histogram.observe({ method, route, status }, seconds);
            if (isLogged)
                logger.debug({ msg: 'request', requestId: request.id, method, route, status, seconds });
        });
        next();
    };
}
//# sourceMappingURL=measure.js.map