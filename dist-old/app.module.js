"use strict";
var __decorate = (this && this.__decorate) || function (decorators, target, key, desc) {
    var c = arguments.length, r = c < 3 ? target : desc === null ? desc = Object.getOwnPropertyDescriptor(target, key) : desc, d;
    if (typeof Reflect === "object" && typeof Reflect.decorate === "function") r = Reflect.decorate(decorators, target, key, desc);
    else for (var i = decorators.length - 1; i >= 0; i--) if (d = decorators[i]) r = (c < 3 ? d(r) : c > 3 ? d(target, key, r) : d(target, key)) || r;
    return c > 3 && r && Object.defineProperty(target, key, r), r;
};
var CoreModule_1, AppModule_1;
Object.defineProperty(exports, "__esModule", { value: true });
exports.AppModule = void 0;
const common_1 = require("@nestjs/common");
const metrics_1 = require("./common/metrics");
const config_1 = require("./config/config");
const database_module_1 = require("./database/database.module");
const entities_1 = require("./entities");
const favorite_module_1 = require("./favorite/favorite.module");
const health_module_1 = require("./health/health.module");
const notification_module_1 = require("./notification/notification.module");
const publisher_module_1 = require("./publisher/publisher.module");
const software_module_1 = require("./software/software.module");
const source_module_1 = require("./source/source.module");
const update_check_module_1 = require("./update-check/update-check.module");
const user_module_1 = require("./user/user.module");
const version_module_1 = require("./version/version.module");
/** What every folder may ask for: the configuration and the metrics. */
let CoreModule = CoreModule_1 = class CoreModule {
    static for(config) {
        return {
            module: CoreModule_1,
            providers: [{ provide: config_1.Config, useValue: config }, metrics_1.Metrics],
            exports: [config_1.Config, metrics_1.Metrics],
        };
    }
};
CoreModule = CoreModule_1 = __decorate([
    (0, common_1.Global)(),
    (0, common_1.Module)({})
], CoreModule);
let AppModule = AppModule_1 = class AppModule {
    static for(config) {
        return {
            module: AppModule_1,
            imports: [
                CoreModule.for(config),
                database_module_1.DatabaseModule.for(entities_1.ENTITIES),
                user_module_1.UserModule,
                publisher_module_1.PublisherModule,
                software_module_1.SoftwareModule,
                version_module_1.VersionModule,
                source_module_1.SourceModule,
                favorite_module_1.FavoriteModule,
                notification_module_1.NotificationModule,
                update_check_module_1.UpdateCheckModule,
                health_module_1.HealthModule,
            ],
        };
    }
};
exports.AppModule = AppModule;
exports.AppModule = AppModule = AppModule_1 = __decorate([
    (0, common_1.Module)({})
], AppModule);
//# sourceMappingURL=app.module.js.map