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
Object.defineProperty(exports, "__esModule", { value: true });
exports.CatalogueUpload = void 0;
const node_stream_1 = require("node:stream");
const common_1 = require("@nestjs/common");
const problem_1 = require("../../common/problem/problem");
const config_1 = require("../../config/config");
const catalogue_importer_1 = require("./catalogue-importer");
const lines_1 = require("./lines");
const ndjson_1 = require("./ndjson");
const TYPES = [
    'application/x-ndjson',
    'application/ndjson',
    'application/jsonl',
    'application/gzip',
    'application/json',
];
const REJECTIONS_SHOWN = 100;
/** Times the limit: real catalogues are packed to a seventh, and a thousandth is possible. */
const MOST_UNPACKED = 20;
/** The import out of a request's body, which is never held as a whole. */
let CatalogueUpload = class CatalogueUpload {
    constructor(importer, config) {
        this.importer = importer;
        this.config = config;
    }
    async import(caller, request) {
        if (!TYPES.some((type) => request.is(type)))
            throw new problem_1.Problem('unsupported-media-type', 'Send the catalogue as application/x-ndjson, plain or gzip.');
        const rejections = [];
        const rejected = ({ at, field, reason }) => {
            if (rejections.length < REJECTIONS_SHOWN)
                rejections.push({ line: Number(at), field, reason });
        };
        const limited = atMost(this.config.catalogueLimit, 'A catalogue in one request has at most % bytes.');
        const unpacked = atMost(this.config.catalogueLimit * MOST_UNPACKED, 'Unpacked, a catalogue has at most % bytes.');
        try {
            request.on('error', (error) => limited.destroy(error));
            const lines = (0, ndjson_1.ndjsonReadings)((0, lines_1.passOn)(await (0, lines_1.decompressed)(request.pipe(limited)), unpacked));
            return answer({ ...(await this.importer.importAll(lines, { rejected }, caller)), rejections });
        }
        catch (error) {
            if (error.code?.startsWith('Z_'))
                throw new problem_1.Problem('bad-request', 'The body begins like gzip but cannot be read as such.');
            throw error;
        }
        finally {
            // Nobody reads the rest of a refused body otherwise, and the connection would hang.
            request.unpipe(limited).resume();
        }
    }
};
exports.CatalogueUpload = CatalogueUpload;
exports.CatalogueUpload = CatalogueUpload = __decorate([
    (0, common_1.Injectable)(),
    __metadata("design:paramtypes", [catalogue_importer_1.CatalogueImporter,
        config_1.Config])
], CatalogueUpload);
/** @throws Problem when lines were rejected and none was taken, so that a pipeline notices without reading the answer */
function answer(response) {
    const { publishers, software, versions, unchanged, rejected } = response;
    if (rejected === 0 || publishers + software + versions + unchanged > 0)
        return response;
    const lines = rejected === 1 ? 'The only line was' : `All ${rejected} lines were`;
    throw new problem_1.Problem('nothing-imported', `${lines} rejected: see rejections.`, [], {}, { ...response });
}
/** What was read until the limit is in the catalogue already; sending the rest in another request goes on from there. */
function atMost(bytes, message) {
    let seen = 0;
    return new node_stream_1.Transform({
        transform(chunk, _encoding, done) {
            seen += chunk.length;
            if (seen <= bytes)
                return done(null, chunk);
            done(new problem_1.Problem('too-large', message.replace('%', String(bytes))));
        },
    });
}
//# sourceMappingURL=catalogue-upload.js.map