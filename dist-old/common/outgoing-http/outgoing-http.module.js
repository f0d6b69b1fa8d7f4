"use strict";
var __decorate = (this && this.__decorate) || function (decorators, target, key, desc) {
    var c = arguments.length, r = c < 3 ? target : desc === null ? desc = Object.getOwnPropertyDescriptor(target, key) : desc, d;
    if (typeof Reflect === "object" && typeof Reflect.decorate === "function") r = Reflect.decorate(decorators, target, key, desc);
    else for (var i = decorators.length - 1; i >= 0; i--) if (d = decorators[i]) r = (c < 3 ? d(r) : c > 3 ? d(target, key, r) : d(target, key)) || r;
    return c > 3 && r && Object.defineProperty(target, key, r), r;
};
Object.defineProperty(exports, "__esModule", { value: true });
exports.OutgoingHttpModule = void 0;
const common_1 = require("@nestjs/common");
const outgoing_http_1 = require("./outgoing-http");
/** One for the whole process: its limits for a host hold for all who call it. */
let OutgoingHttpModule = class OutgoingHttpModule {
};
exports.OutgoingHttpModule = OutgoingHttpModule;
exports.OutgoingHttpModule = OutgoingHttpModule = __decorate([
    (0, common_1.Module)({ providers: [outgoing_http_1.OutgoingHttp], exports: [outgoing_http_1.OutgoingHttp] })
], OutgoingHttpModule);
//# sourceMappingURL=outgoing-http.module.js.map