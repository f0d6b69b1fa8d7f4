"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.ndjsonReadings = ndjsonReadings;
const lines_1 = require("./lines");
const record_1 = require("./record");
/** The records of a catalogue file that is unpacked, one a line. Empty lines are passed over. */
async function* ndjsonReadings(unpacked) {
    for await (const line of (0, lines_1.linesOf)(unpacked))
        yield readingOf(line);
}
function readingOf({ number, text }) {
    if (text === null)
        return { at: number, error: new record_1.RecordError('the line is longer than 8 MiB') };
    try {
        return { at: number, record: (0, record_1.parseRecord)(text) };
    }
    catch (error) {
        if (!(error instanceof record_1.RecordError))
            throw error;
        return { at: number, error };
    }
}
//# sourceMappingURL=ndjson.js.map