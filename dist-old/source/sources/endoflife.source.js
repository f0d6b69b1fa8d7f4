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
exports.EndoflifeSource = exports.EndoflifeSettings = void 0;
const common_1 = require("@nestjs/common");
const outgoing_http_1 = require("../../common/outgoing-http/outgoing-http");
const setting_1 = require("../../common/settings/setting");
const url_setting_1 = require("../../common/settings/url-setting");
const read_1 = require("./read");
const source_1 = require("./source");
const unique_1 = require("./unique");
const SERVER = 'https://endoflife.date/';
class EndoflifeSettings {
}
exports.EndoflifeSettings = EndoflifeSettings;
__decorate([
    (0, setting_1.Setting)({
        title: 'Product',
        description: 'The name of the product in the address of its page on endoflife.date.',
        format: 'text',
        maxLength: 100,
        pattern: /^[a-z0-9][a-z0-9._+-]{0,99}$/,
        examples: ['postgresql'],
    }),
    __metadata("design:type", String)
], EndoflifeSettings.prototype, "product", void 0);
__decorate([
    (0, setting_1.Setting)({
        title: 'Server',
        description: 'The base address of a copy of endoflife.date.',
        format: 'url',
        maxLength: 2048,
        optional: true,
        default: SERVER,
        examples: [SERVER],
    }),
    __metadata("design:type", String)
], EndoflifeSettings.prototype, "server", void 0);
/**
 * The latest version of each release cycle of a product, and the cycle itself where none is documented:
 * https://endoflife.date/docs/api/v1/ (operation `product`). Older versions of a cycle are not in it.
 */
let EndoflifeSource = class EndoflifeSource extends source_1.Source {
    constructor(http) {
        super();
        this.http = http;
        this.type = 'endoflife';
        this.title = 'endoflife.date';
        this.settingsClass = EndoflifeSettings;
        this.listsEverything = false;
    }
    prepare(settings) {
        return (0, url_setting_1.withCheckedServer)(this.http, settings);
    }
    async fetch({ product, server = SERVER }, web) {
        const answer = (0, read_1.fieldsOf)(await web.json((0, url_setting_1.under)(server, 'api', 'v1', 'products', product)));
        const { releases } = (0, read_1.fieldsOf)(answer.result, 'The result');
        return (0, unique_1.uniqueReleases)((0, read_1.objectsOf)(releases, 'The list of releases').flatMap(toRelease));
    }
};
exports.EndoflifeSource = EndoflifeSource;
exports.EndoflifeSource = EndoflifeSource = __decorate([
    (0, common_1.Injectable)(),
    __metadata("design:paramtypes", [outgoing_http_1.OutgoingHttp])
], EndoflifeSource);
function toRelease(cycle) {
    const latest = (0, read_1.isFields)(cycle.latest) ? cycle.latest : null;
    const version = (0, read_1.textOf)(latest?.name);
    if (version !== null)
        return [{ version, releasedAt: (0, read_1.dateOf)(latest?.date), prerelease: null, notesUrl: (0, read_1.linkOf)(latest?.link) }];
    const name = (0, read_1.textOf)(cycle.name);
    const releasedAt = (0, read_1.dateOf)(cycle.releaseDate);
    // Cycles are listed before they begin.
    const begun = releasedAt !== null && Date.parse(releasedAt) <= Date.now();
    return name !== null && begun ? [{ version: name, releasedAt, prerelease: null, notesUrl: null }] : [];
}
//# sourceMappingURL=endoflife.source.js.map