"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.EnvironmentReader = void 0;
const duration_1 = require("./duration");
/** Reads one variable at a time and collects what is wrong with any of them. */
class EnvironmentReader {
    constructor(env) {
        this.env = env;
        this.problems = [];
    }
    text(name) {
        const value = this.env[name]?.trim();
        return value ? value : null;
    }
    read(name, fallback, parse, expected) {
        const text = this.text(name);
        if (text === null)
            return fallback;
        const value = parse(text);
        if (value !== null)
            return value;
        this.problems.push(`${name} must be ${expected}`);
        return fallback;
    }
    integer(name, fallback, min, max) {
        const parse = (text) => /^\d{1,15}$/.test(text) && Number(text) >= min && Number(text) <= max ? Number(text) : null;
        return this.read(name, fallback, parse, `a whole number from ${min} to ${max}`);
    }
    duration(name, fallback, longest) {
        const most = longest ? (0, duration_1.parseDuration)(longest) : Infinity;
        const parse = (text) => {
            const seconds = (0, duration_1.parseDuration)(text);
            return seconds !== null && seconds <= most ? seconds : null;
        };
        const limit = longest ? `, at most ${longest}` : '';
        return this.read(name, (0, duration_1.parseDuration)(fallback), parse, `a duration such as 30s, 1m, 24h or 7d${limit}`);
    }
    boolean(name, fallback) {
        const words = new Map([
            ['true', true],
            ['1', true],
            ['false', false],
            ['0', false],
        ]);
        return this.read(name, fallback, (text) => words.get(text.toLowerCase()) ?? null, 'true or false');
    }
}
exports.EnvironmentReader = EnvironmentReader;
//# sourceMappingURL=environment-reader.js.map