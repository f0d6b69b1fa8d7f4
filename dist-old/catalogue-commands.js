"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.importCatalogue = importCatalogue;
exports.exportCatalogue = exportCatalogue;
const node_fs_1 = require("node:fs");
const promises_1 = require("node:fs/promises");
const node_stream_1 = require("node:stream");
const promises_2 = require("node:stream/promises");
const node_zlib_1 = require("node:zlib");
const progress_1 = require("./progress");
const service_commands_1 = require("./service-commands");
const catalogue_exporter_1 = require("./source/catalogue/catalogue-exporter");
const catalogue_files_1 = require("./source/catalogue/catalogue-files");
const catalogue_importer_1 = require("./source/catalogue/catalogue-importer");
const FAILED = 1;
const STANDARD = '-';
/** Parts into which progress is split. */
const WHOLE = 1_000;
const print = (value) => void process.stdout.write(`${JSON.stringify(value)}\n`);
const tell = (text) => process.stderr.write(`${text}\n`);
async function importCatalogue(location, format) {
    if (location !== STANDARD)
        await (0, promises_1.access)(location, node_fs_1.constants.R_OK); // told before the database is opened
    await (0, service_commands_1.withApp)(async (app) => {
        const progress = location === STANDARD ? null : (0, progress_1.showProgress)('Importing', WHOLE);
        const update = (done) => progress?.update(Math.floor((done ?? 0) * WHOLE));
        const summary = await importAs(app, location, format, update).catch((error) => {
            progress?.end('Not imported to the end.');
            throw error;
        });
        const { publishers, software, versions, unchanged, rejected } = summary;
        const nothing = publishers + software + versions === 0;
        const text = nothing
            ? 'Nothing changed'
            : `Added or changed: ${publishers} publishers, ${software} products, ${versions} versions`;
        (progress?.end ?? tell)(`${text}; ${unchanged} ${nounOf(format)} unchanged, ${rejected} rejected.`);
        print(summary);
        if (rejected > 0)
            process.exitCode = FAILED;
    });
}
const nounOf = (format) => (format === 'ndjson' ? 'lines' : 'products');
function importAs(app, location, format, progress) {
    const rejected = ({ at, reason }) => void tell(`${typeof at === 'number' ? `line ${at}` : at}: ${reason}`);
    if (format !== 'ndjson')
        return app.get(catalogue_files_1.CatalogueFiles).import(format, location, { rejected, progress });
    if (location === STANDARD)
        return app.get(catalogue_importer_1.CatalogueImporter).import(process.stdin, { rejected });
    const stream = (0, node_fs_1.createReadStream)(location);
    const { size } = (0, node_fs_1.statSync)(location);
    const events = { rejected, progress: () => progress(size > 0 ? stream.bytesRead / size : null) };
    return app.get(catalogue_importer_1.CatalogueImporter).import(stream, events);
}
async function exportCatalogue(file) {
    await (0, service_commands_1.withApp)(async (app) => {
        const summary = { publishers: 0, software: 0, versions: 0 };
        const lines = node_stream_1.Readable.from(app.get(catalogue_exporter_1.CatalogueExporter).lines(summary));
        if (file === STANDARD)
            await (0, promises_2.pipeline)(lines, process.stdout, { end: false });
        else
            await writeFile(lines, file);
        tell(`Exported ${summary.publishers} publishers, ${summary.software} products, ${summary.versions} versions.`);
        if (file !== STANDARD)
            print(summary);
    });
}
/** Under its own name only when it is whole. */
async function writeFile(lines, file) {
    const partial = `${file}.${process.pid}.partial`;
    const target = (0, node_fs_1.createWriteStream)(partial, { flags: 'wx', flush: true });
    try {
        await (file.endsWith('.gz') ? (0, promises_2.pipeline)(lines, (0, node_zlib_1.createGzip)(), target) : (0, promises_2.pipeline)(lines, target));
        await (0, promises_1.rename)(partial, file);
    }
    catch (error) {
        await (0, promises_1.rm)(partial, { force: true });
        throw error;
    }
}
//# sourceMappingURL=catalogue-commands.js.map