"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.passOn = passOn;
exports.decompressed = decompressed;
exports.linesOf = linesOf;
const node_events_1 = require("node:events");
const node_stream_1 = require("node:stream");
const node_zlib_1 = require("node:zlib");
/** One record with 50,000 versions fits; a file without line ends does not fill the memory. */
const MAX_LINE_BYTES = 8 * 1024 * 1024;
/** Passes `from` on. Whoever reads the end sees every error; the listeners keep one from ending the process before that. */
function passOn(from, to) {
    const seen = () => undefined;
    to.on('error', seen);
    (0, node_stream_1.pipeline)(from, to, seen);
    return to;
}
/** The stream itself, or what is in it when it begins like a gzip file. From the call on, no error of `input` is unhandled. */
async function decompressed(input) {
    const source = passOn(input, new node_stream_1.PassThrough());
    const head = await firstChunk(source);
    const gzip = head !== null && head[0] === 0x1f && head[1] === 0x8b;
    const whole = new node_stream_1.PassThrough();
    if (head !== null)
        whole.write(head);
    passOn(source, whole);
    return gzip ? passOn(whole, (0, node_zlib_1.createGunzip)()) : whole;
}
/** At least two bytes, unless there are none. */
async function firstChunk(input) {
    const parts = [];
    while (Buffer.concat(parts).length < 2) {
        const part = input.read();
        if (part !== null)
            parts.push(Buffer.from(part));
        else if (input.errored)
            throw input.errored;
        else if (input.readableEnded)
            break;
        else
            await Promise.race([(0, node_events_1.once)(input, 'readable'), (0, node_events_1.once)(input, 'end')]);
    }
    return parts.length > 0 ? Buffer.concat(parts) : null;
}
/** Splits at line feeds; holds no more than one line. Empty lines are counted but not given, and no byte order mark is. */
async function* linesOf(input) {
    let number = 0;
    let parts = [];
    let length = 0;
    const take = () => {
        number++;
        const text = length > MAX_LINE_BYTES
            ? null
            : Buffer.concat(parts)
                .toString('utf8')
                .replace(number === 1 ? /^\uFEFF|\r$/g : /\r$/, '');
        parts = [];
        length = 0;
        return text?.trim() === '' ? null : { number, text };
    };
    const add = (part) => {
        length += part.length;
        if (length <= MAX_LINE_BYTES)
            parts.push(part);
        else
            parts = [];
    };
    for await (const chunk of input) {
        let start = 0;
        for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, start)) {
            if (end === start && length === 0) {
                number++; // at once: a small packed file may be nothing but line ends
                start = end + 1;
                continue;
            }
            add(chunk.subarray(start, end));
            start = end + 1;
            const line = take();
            if (line)
                yield line;
        }
        add(chunk.subarray(start));
    }
    const last = length > 0 ? take() : null;
    if (last)
        yield last;
}
//# sourceMappingURL=lines.js.map