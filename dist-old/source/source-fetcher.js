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
exports.SourceFetcher = void 0;
const common_1 = require("@nestjs/common");
const outgoing_http_1 = require("../common/outgoing-http/outgoing-http");
const settings_1 = require("../common/settings/settings");
const source_registry_1 = require("./sources/source-registry");
const source_web_1 = require("./sources/source-web");
/** Asks a source once, outside any schedule: for trying settings before they are used. */
let SourceFetcher = class SourceFetcher {
    constructor(registry, http) {
        this.registry = registry;
        this.http = http;
    }
    /**
     * In the order of the source.
     * @throws SettingsError, SourceError
     */
    async fetch(type, input) {
        const source = this.registry.get(type);
        if (!source) {
            const types = this.registry.all().map((one) => one.type);
            throw new settings_1.SettingsError([{ field: 'type', message: `must be one of ${types.join(', ')}` }]);
        }
        const { settings } = (0, settings_1.acceptSettings)(source, input);
        return source.fetch(settings, new source_web_1.SourceWeb(this.http));
    }
};
exports.SourceFetcher = SourceFetcher;
exports.SourceFetcher = SourceFetcher = __decorate([
    (0, common_1.Injectable)(),
    __metadata("design:paramtypes", [source_registry_1.SourceRegistry,
        outgoing_http_1.OutgoingHttp])
], SourceFetcher);
//# sourceMappingURL=source-fetcher.js.map