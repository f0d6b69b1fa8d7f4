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
var __param = (this && this.__param) || function (paramIndex, decorator) {
    return function (target, key) { decorator(target, key, paramIndex); }
};
Object.defineProperty(exports, "__esModule", { value: true });
exports.ChannelRegistry = exports.CHANNELS = void 0;
const common_1 = require("@nestjs/common");
/** Injection token of the instances of all channels. */
exports.CHANNELS = Symbol('CHANNELS');
/** The channels by their type. */
let ChannelRegistry = class ChannelRegistry {
    /** @throws Error when two channels claim one type: a mistake of a developer, found at the start */
    constructor(channels) {
        this.byType = new Map(channels.map((channel) => [channel.type, channel]));
        if (this.byType.size !== channels.length)
            throw new Error('Two notification channels have the same type');
    }
    /** Undefined for a type that this version does not know: an older replica leaves such a delivery alone. */
    get(type) {
        return this.byType.get(type);
    }
    /** In the order of the list. */
    all() {
        return [...this.byType.values()];
    }
};
exports.ChannelRegistry = ChannelRegistry;
exports.ChannelRegistry = ChannelRegistry = __decorate([
    (0, common_1.Injectable)(),
    __param(0, (0, common_1.Inject)(exports.CHANNELS)),
    __metadata("design:paramtypes", [Array])
], ChannelRegistry);
//# sourceMappingURL=channel-registry.js.map