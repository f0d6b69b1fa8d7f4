"use strict";
var __importDefault = (this && this.__importDefault) || function (mod) {
    return (mod && mod.__esModule) ? mod : { "default": mod };
};
Object.defineProperty(exports, "__esModule", { value: true });
exports.AppLogger = void 0;
exports.createLogger = createLogger;
const pino_1 = __importDefault(require("pino"));
const pino_pretty_1 = __importDefault(require("pino-pretty"));
/**
 * Only the error's own words and place: what libraries hang on their errors (statements with parameters, requests with
 * headers) may hold secrets and addresses.
 */
function serializeError(error) {
    if (!(error instanceof Error))
        return { message: String(error) };
    const { code } = error;
    return { type: error.name, message: error.message, stack: error.stack, ...(code ? { code } : {}) };
}
function createLogger(level, { readable, fd }) {
    const options = {
        level,
        base: undefined,
        timestamp: pino_1.default.stdTimeFunctions.isoTime,
        serializers: { err: serializeError },
    };
    if (!readable)
        return (0, pino_1.default)(options, pino_1.default.destination({ dest: fd, sync: true }));
    return (0, pino_1.default)(options, (0, pino_pretty_1.default)({ destination: fd, sync: true, ignore: 'pid,hostname', translateTime: 'SYS:HH:MM:ss' }));
}
/** Where Nest tells of every route and module at each start. */
const CHATTY = new Set(['InstanceLoader', 'RoutesResolver', 'RouterExplorer', 'NestFactory', 'NestApplication']);
/** Nest's loggers write through pino: `logger.warn({ msg, ...fields })` or plain text. */
class AppLogger {
    constructor(pino) {
        this.pino = pino;
        this.log = (message, ...rest) => this.write(CHATTY.has(String(rest.at(-1))) ? 'debug' : 'info', message, rest);
        this.error = (message, ...rest) => this.write('error', message, rest);
        this.warn = (message, ...rest) => this.write('warn', message, rest);
        this.debug = (message, ...rest) => this.write('debug', message, rest);
        this.verbose = (message, ...rest) => this.write('trace', message, rest);
        this.fatal = (message, ...rest) => this.write('fatal', message, rest);
    }
    write(level, message, rest) {
        const context = rest.at(-1);
        const where = typeof context === 'string' ? { context } : {};
        if (message instanceof Error)
            return this.pino[level]({ ...where, err: message }, message.message);
        if (typeof message !== 'object' || message === null)
            return this.pino[level](where, String(message));
        const { msg, ...fields } = message;
        this.pino[level]({ ...where, ...fields }, msg);
    }
}
exports.AppLogger = AppLogger;
//# sourceMappingURL=app-logger.js.map