"use strict";
var __decorate = (this && this.__decorate) || function (decorators, target, key, desc) {
    var c = arguments.length, r = c < 3 ? target : desc === null ? desc = Object.getOwnPropertyDescriptor(target, key) : desc, d;
    if (typeof Reflect === "object" && typeof Reflect.decorate === "function") r = Reflect.decorate(decorators, target, key, desc);
    else for (var i = decorators.length - 1; i >= 0; i--) if (d = decorators[i]) r = (c < 3 ? d(r) : c > 3 ? d(target, key, r) : d(target, key)) || r;
    return c > 3 && r && Object.defineProperty(target, key, r), r;
};
Object.defineProperty(exports, "__esModule", { value: true });
exports.UserModule = void 0;
const common_1 = require("@nestjs/common");
const core_1 = require("@nestjs/core");
const request_guard_1 = require("../common/api/request.guard");
const outgoing_http_module_1 = require("../common/outgoing-http/outgoing-http.module");
const audit_controller_1 = require("./audit/audit.controller");
const audit_retention_1 = require("./audit/audit-retention");
const audit_service_1 = require("./audit/audit.service");
const bearer_guard_1 = require("./bearer.guard");
const bearer_strategy_1 = require("./bearer.strategy");
const issuer_keys_1 = require("./oidc/issuer-keys");
const oidc_service_1 = require("./oidc/oidc.service");
const limit_rows_1 = require("./limits/limit-rows");
const limit_stores_1 = require("./limits/limit-stores");
const rate_limits_1 = require("./limits/rate-limits");
const profile_controller_1 = require("./profile.controller");
const profile_service_1 = require("./profile.service");
const token_controller_1 = require("./token.controller");
const token_service_1 = require("./token.service");
const user_store_1 = require("./user-store");
let UserModule = class UserModule {
};
exports.UserModule = UserModule;
exports.UserModule = UserModule = __decorate([
    (0, common_1.Module)({
        imports: [outgoing_http_module_1.OutgoingHttpModule],
        controllers: [profile_controller_1.ProfileController, token_controller_1.TokenController, audit_controller_1.AuditController],
        providers: [
            user_store_1.UserStore,
            token_service_1.TokenService,
            issuer_keys_1.IssuerKeys,
            oidc_service_1.OidcService,
            profile_service_1.ProfileService,
            audit_service_1.AuditService,
            audit_retention_1.AuditRetention,
            limit_stores_1.LimitStores,
            limit_rows_1.LimitRows,
            rate_limits_1.RateLimits,
            bearer_strategy_1.BearerStrategy,
            // In this order: whoever has no valid token is told that, and nothing about the request.
            { provide: core_1.APP_GUARD, useClass: bearer_guard_1.BearerGuard },
            { provide: core_1.APP_GUARD, useClass: request_guard_1.RequestGuard },
        ],
        exports: [token_service_1.TokenService, profile_service_1.ProfileService, audit_retention_1.AuditRetention, rate_limits_1.RateLimits, limit_rows_1.LimitRows],
    })
], UserModule);
//# sourceMappingURL=user.module.js.map