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
exports.ChannelController = void 0;
const common_1 = require("@nestjs/common");
const swagger_1 = require("@nestjs/swagger");
const docs_1 = require("../common/api/docs");
const request_1 = require("../common/api/request");
const validation_1 = require("../common/api/validation");
const principal_1 = require("../user/principal");
const channel_tester_1 = require("./channel-tester");
const channel_list_1 = require("./channel.list");
const channel_service_1 = require("./channel.service");
const channel_dto_1 = require("./dto/channel.dto");
let ChannelController = class ChannelController {
    constructor(channels, tester) {
        this.channels = channels;
        this.tester = tester;
    }
    types(_none) {
        return this.channels.types();
    }
    list(caller, request) {
        return this.channels.list(caller, request);
    }
    async create(caller, input, links, response) {
        const channel = await this.channels.create(caller, input);
        response.location(links.to(`channel/${channel.id}`));
        return channel;
    }
    get(caller, id, _none) {
        return this.channels.get(caller, id);
    }
    update(caller, id, input) {
        return this.channels.update(caller, id, input);
    }
    delete(caller, id) {
        return this.channels.delete(caller, id);
    }
    rotateSecret(caller, id) {
        return this.channels.rotateSecret(caller, id);
    }
    confirmAgain(caller, id) {
        return this.channels.confirmAgain(caller, id);
    }
    test(caller, id) {
        return this.tester.test(caller, id);
    }
};
exports.ChannelController = ChannelController;
__decorate([
    (0, common_1.Get)('channel-type'),
    (0, principal_1.NeedsScope)('read'),
    (0, swagger_1.ApiOperation)({ summary: 'List channel types' }),
    (0, docs_1.ApiWhole)(channel_dto_1.ChannelTypeResponse),
    (0, docs_1.ApiProblems)('invalid-query'),
    __param(0, (0, request_1.Includes)([])),
    __metadata("design:type", Function),
    __metadata("design:paramtypes", [Object]),
    __metadata("design:returntype", void 0)
], ChannelController.prototype, "types", null);
__decorate([
    (0, common_1.Get)('channel'),
    (0, principal_1.NeedsScope)('read'),
    (0, swagger_1.ApiOperation)({ summary: "List the caller's channels" }),
    (0, docs_1.ApiList)(channel_dto_1.ChannelResponse, channel_list_1.channelList),
    (0, docs_1.ApiProblems)('invalid-query'),
    __param(0, (0, principal_1.Caller)()),
    __param(1, (0, request_1.ListQuery)(channel_list_1.channelList)),
    __metadata("design:type", Function),
    __metadata("design:paramtypes", [Object, Object]),
    __metadata("design:returntype", void 0)
], ChannelController.prototype, "list", null);
__decorate([
    (0, common_1.Post)('channel'),
    (0, principal_1.NeedsScope)('write'),
    (0, swagger_1.ApiOperation)({
        summary: 'Create a channel',
        description: 'One with an e-mail address is `unconfirmed`, unless the operator trusts all addresses: its owner gets a mail with a link, and ' +
            'nothing more until the link was opened and confirmed.',
    }),
    (0, docs_1.ApiOne)(channel_dto_1.ChannelResponse, 201),
    (0, docs_1.ApiProblems)('invalid-json', 'limit-reached', 'too-large', 'unsupported-media-type', 'invalid-body'),
    __param(0, (0, principal_1.Caller)()),
    __param(1, (0, validation_1.Input)()),
    __param(2, (0, request_1.RequestLinks)()),
    __param(3, (0, common_1.Res)({ passthrough: true })),
    __metadata("design:type", Function),
    __metadata("design:paramtypes", [Object, channel_dto_1.CreateChannelDto, Function, Object]),
    __metadata("design:returntype", Promise)
], ChannelController.prototype, "create", null);
__decorate([
    (0, common_1.Get)('channel/:id'),
    (0, principal_1.NeedsScope)('read'),
    (0, swagger_1.ApiOperation)({ summary: 'Get a channel' }),
    (0, docs_1.ApiId)('channel'),
    (0, docs_1.ApiOne)(channel_dto_1.ChannelResponse),
    (0, docs_1.ApiProblems)('invalid-query', 'not-found'),
    __param(0, (0, principal_1.Caller)()),
    __param(1, (0, request_1.Id)('channel')),
    __param(2, (0, request_1.Includes)([])),
    __metadata("design:type", Function),
    __metadata("design:paramtypes", [Object, String, Object]),
    __metadata("design:returntype", void 0)
], ChannelController.prototype, "get", null);
__decorate([
    (0, common_1.Patch)('channel/:id'),
    (0, principal_1.NeedsScope)('write'),
    (0, swagger_1.ApiOperation)({
        summary: 'Update a channel',
        description: 'Only what the body names is changed. Another e-mail address is `unconfirmed` again.',
    }),
    (0, docs_1.ApiId)('channel'),
    (0, docs_1.ApiOne)(channel_dto_1.ChannelResponse),
    (0, docs_1.ApiProblems)('invalid-json', 'not-found', 'too-large', 'unsupported-media-type', 'invalid-body'),
    __param(0, (0, principal_1.Caller)()),
    __param(1, (0, request_1.Id)('channel')),
    __param(2, (0, validation_1.Input)()),
    __metadata("design:type", Function),
    __metadata("design:paramtypes", [Object, String, channel_dto_1.UpdateChannelDto]),
    __metadata("design:returntype", void 0)
], ChannelController.prototype, "update", null);
__decorate([
    (0, common_1.Delete)('channel/:id'),
    (0, common_1.HttpCode)(204),
    (0, principal_1.NeedsScope)('write'),
    (0, swagger_1.ApiOperation)({ summary: 'Delete a channel', description: 'What is queued for it is cancelled.' }),
    (0, docs_1.ApiId)('channel'),
    (0, swagger_1.ApiResponse)({ status: 204, description: 'Deleted.' }),
    (0, docs_1.ApiProblems)('not-found'),
    __param(0, (0, principal_1.Caller)()),
    __param(1, (0, request_1.Id)('channel')),
    __metadata("design:type", Function),
    __metadata("design:paramtypes", [Object, String]),
    __metadata("design:returntype", void 0)
], ChannelController.prototype, "delete", null);
__decorate([
    (0, common_1.Post)('channel/:id/rotate-secret'),
    (0, common_1.HttpCode)(200),
    (0, principal_1.NeedsScope)('write'),
    (0, swagger_1.ApiOperation)({
        summary: 'Make a new signing secret',
        description: 'It is in this answer only. For 24 hours messages are signed with the old one too.',
    }),
    (0, docs_1.ApiId)('channel'),
    (0, docs_1.ApiOne)(channel_dto_1.ChannelResponse),
    (0, docs_1.ApiProblems)('not-found', 'conflict'),
    __param(0, (0, principal_1.Caller)()),
    __param(1, (0, request_1.Id)('channel')),
    __metadata("design:type", Function),
    __metadata("design:paramtypes", [Object, String]),
    __metadata("design:returntype", void 0)
], ChannelController.prototype, "rotateSecret", null);
__decorate([
    (0, common_1.Post)('channel/:id/confirmation'),
    (0, common_1.HttpCode)(202),
    (0, principal_1.NeedsScope)('write'),
    (0, swagger_1.ApiOperation)({
        summary: 'Send the confirmation mail again',
        description: 'For a channel whose state is `unconfirmed`. At most three a day for a channel, and five a day for an address, whoever asks.',
    }),
    (0, docs_1.ApiId)('channel'),
    (0, docs_1.ApiOne)(channel_dto_1.ChannelResponse, 202),
    (0, docs_1.ApiProblems)('not-found', 'conflict'),
    __param(0, (0, principal_1.Caller)()),
    __param(1, (0, request_1.Id)('channel')),
    __metadata("design:type", Function),
    __metadata("design:paramtypes", [Object, String]),
    __metadata("design:returntype", void 0)
], ChannelController.prototype, "confirmAgain", null);
__decorate([
    (0, common_1.Post)('channel/:id/test'),
    (0, common_1.HttpCode)(200),
    (0, principal_1.NeedsScope)('write'),
    (0, swagger_1.ApiOperation)({ summary: 'Send a test message', description: 'At once; at most five a minute.' }),
    (0, docs_1.ApiId)('channel'),
    (0, docs_1.ApiOne)(channel_dto_1.ChannelTestResponse),
    (0, docs_1.ApiProblems)('not-found', 'conflict'),
    __param(0, (0, principal_1.Caller)()),
    __param(1, (0, request_1.Id)('channel')),
    __metadata("design:type", Function),
    __metadata("design:paramtypes", [Object, String]),
    __metadata("design:returntype", void 0)
], ChannelController.prototype, "test", null);
exports.ChannelController = ChannelController = __decorate([
    (0, swagger_1.ApiTags)('Channels'),
    (0, swagger_1.ApiBearerAuth)(),
    (0, common_1.Controller)('api/v1'),
    __metadata("design:paramtypes", [channel_service_1.ChannelService,
        channel_tester_1.ChannelTester])
], ChannelController);
//# sourceMappingURL=channel.controller.js.map