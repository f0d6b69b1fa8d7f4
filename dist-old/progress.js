"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.showProgress = showProgress;
const cli_progress_1 = require("cli-progress");
/** On stderr: a bar at a terminal, one line at the end elsewhere. */
function showProgress(title, total) {
    if (!process.stderr.isTTY)
        return { update: () => undefined, end: (text) => void process.stderr.write(`${text}\n`) };
    const options = {
        format: `${title} [{bar}] {percentage}%`,
        clearOnComplete: true,
        hideCursor: true,
        stream: process.stderr,
    };
    const bar = new cli_progress_1.SingleBar(options, cli_progress_1.Presets.shades_classic);
    bar.start(total, 0);
    return {
        update: (value) => bar.update(Math.min(value, total)),
        end: (text) => {
            bar.stop();
            process.stderr.write(`${text}\n`);
        },
    };
}
//# sourceMappingURL=progress.js.map