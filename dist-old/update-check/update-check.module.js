"use strict";
var __decorate = (this && this.__decorate) || function (decorators, target, key, desc) {
    var c = arguments.length, r = c < 3 ? target : desc === null ? desc = Object.getOwnPropertyDescriptor(target, key) : desc, d;
    if (typeof Reflect === "object" && typeof Reflect.decorate === "function") r = Reflect.decorate(decorators, target, key, desc);
    else for (var i = decorators.length - 1; i >= 0; i--) if (d = decorators[i]) r = (c < 3 ? d(r) : c > 3 ? d(target, key, r) : d(target, key)) || r;
    return c > 3 && r && Object.defineProperty(target, key, r), r;
};
Object.defineProperty(exports, "__esModule", { value: true });
exports.UpdateCheckModule = void 0;
const common_1 = require("@nestjs/common");
const schedule_1 = require("@nestjs/schedule");
const favorite_module_1 = require("../favorite/favorite.module");
const notification_module_1 = require("../notification/notification.module");
const software_module_1 = require("../software/software.module");
const source_module_1 = require("../source/source.module");
const version_module_1 = require("../version/version.module");
const rekey_service_1 = require("./rekey.service");
const update_check_metrics_1 = require("./update-check.metrics");
const update_check_schedule_1 = require("./update-check.schedule");
const update_checker_service_1 = require("./update-checker.service");
const user_module_1 = require("../user/user.module");
const update_marks_1 = require("./update-marks");
const upkeep_schedule_1 = require("./upkeep.schedule");
const upkeep_service_1 = require("./upkeep.service");
let UpdateCheckModule = class UpdateCheckModule {
};
exports.UpdateCheckModule = UpdateCheckModule;
exports.UpdateCheckModule = UpdateCheckModule = __decorate([
    (0, common_1.Module)({
        imports: [
            schedule_1.ScheduleModule.forRoot(),
            user_module_1.UserModule,
            software_module_1.SoftwareModule,
            version_module_1.VersionModule,
            source_module_1.SourceModule,
            favorite_module_1.FavoriteModule,
            notification_module_1.NotificationModule,
        ],
        providers: [
            update_checker_service_1.UpdateCheckerService,
            rekey_service_1.RekeyService,
            update_marks_1.UpdateMarks,
            update_check_metrics_1.UpdateCheckMetrics,
            update_check_schedule_1.UpdateCheckSchedule,
            upkeep_service_1.UpkeepService,
            upkeep_schedule_1.UpkeepSchedule,
        ],
        exports: [update_checker_service_1.UpdateCheckerService, rekey_service_1.RekeyService, upkeep_service_1.UpkeepService],
    })
], UpdateCheckModule);
//# sourceMappingURL=update-check.module.js.map