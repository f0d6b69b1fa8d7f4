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
exports.CatalogueFiles = exports.FILE_FORMATS = void 0;
const common_1 = require("@nestjs/common");
const database_1 = require("../../database/database");
const catalogue_importer_1 = require("./catalogue-importer");
const files_1 = require("./files");
const release_data_1 = require("./release-data");
const winget_1 = require("./winget");
/** Forms in which others publish what they know, many files each. */
exports.FILE_FORMATS = ['winget', 'release-data'];
/** Imports folders and archives of other people's data. */
let CatalogueFiles = class CatalogueFiles {
    constructor(database, importer) {
        this.database = database;
        this.importer = importer;
        this.formats = {
            winget: { files: winget_1.WINGET_FILES, read: winget_1.wingetReadings },
            'release-data': {
                files: release_data_1.RELEASE_DATA_FILES,
                read: (files) => (0, release_data_1.releaseDataReadings)(files, (identity) => this.nameOf(identity)),
            },
        };
    }
    /**
     * @param location a folder, a tar archive (plain or gzip), or `-` for an archive on standard input
     * @throws when it cannot be opened, an archive is damaged, or the database is away; what was committed until then stays
     */
    async import(format, location, events = {}) {
        const { files, read } = this.formats[format];
        const source = await (0, files_1.openFiles)(location, files);
        return this.importer.importAll(read(source.files), { ...events, progress: () => events.progress?.(source.done()) });
    }
    async nameOf(identity) {
        const [row] = await this.database.query(`SELECT s.name AS software, p.name AS publisher FROM software s JOIN publisher p ON p.id = s.publisher_id
       WHERE s.identity = ?`, [identity]);
        return row ?? null;
    }
};
exports.CatalogueFiles = CatalogueFiles;
exports.CatalogueFiles = CatalogueFiles = __decorate([
    (0, common_1.Injectable)(),
    __metadata("design:paramtypes", [database_1.Database,
        catalogue_importer_1.CatalogueImporter])
], CatalogueFiles);
//# sourceMappingURL=catalogue-files.js.map