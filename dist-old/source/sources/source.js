"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.SourceError = exports.Source = void 0;
/**
 * Where releases of a product come from. A source is one file `<type>.source.ts` and one line in `index.ts`; when to ask,
 * conditional requests, politeness, limits, the address guard and storage are outside it.
 */
class Source {
}
exports.Source = Source;
/** Asking brought nothing. The message is for a person: no secret, no path of a URL, no library's words. */
class SourceError extends Error {
    constructor(message, 
    /** Seconds for which the source wants to be left alone. */
    after = null, 
    /** HTTP status, or a word. */
    code = null) {
        super(message);
        this.after = after;
        this.code = code;
    }
}
exports.SourceError = SourceError;
//# sourceMappingURL=source.js.map