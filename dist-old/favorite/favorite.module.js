"use strict";
var __decorate = (this && this.__decorate) || function (decorators, target, key, desc) {
    var c = arguments.length, r = c < 3 ? target : desc === null ? desc = Object.getOwnPropertyDescriptor(target, key) : desc, d;
    if (typeof Reflect === "object" && typeof Reflect.decorate === "function") r = Reflect.decorate(decorators, target, key, desc);
    else for (var i = decorators.length - 1; i >= 0; i--) if (d = decorators[i]) r = (c < 3 ? d(r) : c > 3 ? d(target, key, r) : d(target, key)) || r;
    return c > 3 && r && Object.defineProperty(target, key, r), r;
};
Object.defineProperty(exports, "__esModule", { value: true });
exports.FavoriteModule = void 0;
const common_1 = require("@nestjs/common");
const user_module_1 = require("../user/user.module");
const favorite_flags_1 = require("./favorite-flags");
const favorite_controller_1 = require("./favorite.controller");
const favorite_service_1 = require("./favorite.service");
const policy_controller_1 = require("./policy.controller");
const policy_service_1 = require("./policy.service");
const reminder_schedule_1 = require("./reminder-schedule");
const software_favorite_controller_1 = require("./software-favorite.controller");
let FavoriteModule = class FavoriteModule {
};
exports.FavoriteModule = FavoriteModule;
exports.FavoriteModule = FavoriteModule = __decorate([
    (0, common_1.Module)({
        imports: [user_module_1.UserModule],
        controllers: [favorite_controller_1.FavoriteController, policy_controller_1.PolicyController, software_favorite_controller_1.SoftwareFavoriteController],
        providers: [favorite_service_1.FavoriteService, favorite_flags_1.FavoriteFlags, policy_service_1.PolicyService, reminder_schedule_1.ReminderSchedule],
        exports: [favorite_flags_1.FavoriteFlags, favorite_service_1.FavoriteService, policy_service_1.PolicyService],
    })
], FavoriteModule);
//# sourceMappingURL=favorite.module.js.map