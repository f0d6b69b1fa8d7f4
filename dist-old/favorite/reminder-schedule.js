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
exports.ReminderSchedule = exports.reminderIn = exports.REMINDS = void 0;
const common_1 = require("@nestjs/common");
const config_1 = require("../config/config");
const profile_service_1 = require("../user/profile.service");
/** Whether reminders apply to a row of `favorite`: the profile's word when the favorite uses the defaults and there is one. */
exports.REMINDS = `(favorite.update_available = 1 AND favorite.notifications_enabled = 1 AND
  CASE WHEN favorite.use_default_notification = 1
       THEN COALESCE((SELECT u.notify_always FROM user u WHERE u.id = favorite.user_id), favorite.notify_always)
       ELSE favorite.notify_always END = 1)`;
/** When a row of `favorite` is to be reminded next: after its policy's time, else after the seconds of one `?`. */
const reminderIn = (dialect) => dialect.after(dialect.now, 'COALESCE((SELECT p.remind_every FROM favorite_policy p WHERE p.favorite_id = favorite.id), ?)');
exports.reminderIn = reminderIn;
/**
 * Keeps `due_at` right: set while an outstanding update is to be notified again, null otherwise. It is written when
 * something that decides it changes, so that the check for due reminders reads due rows only.
 */
let ReminderSchedule = class ReminderSchedule {
    constructor(config, profiles) {
        this.config = config;
        this.profiles = profiles;
    }
    onModuleInit() {
        this.profiles.onChange((sql, userId) => this.refresh(sql, 'user_id = ?', userId));
    }
    ofFavorite(sql, favoriteId) {
        return this.refresh(sql, 'id = ?', favoriteId);
    }
    async refresh(sql, condition, id) {
        await sql.execute(`UPDATE favorite SET due_at = CASE WHEN ${exports.REMINDS} THEN COALESCE(due_at, ${(0, exports.reminderIn)(sql.dialect)}) ELSE NULL END
       WHERE ${condition}`, [this.config.remindEvery, id]);
    }
};
exports.ReminderSchedule = ReminderSchedule;
exports.ReminderSchedule = ReminderSchedule = __decorate([
    (0, common_1.Injectable)(),
    __metadata("design:paramtypes", [config_1.Config,
        profile_service_1.ProfileService])
], ReminderSchedule);
//# sourceMappingURL=reminder-schedule.js.map