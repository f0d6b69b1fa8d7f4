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
exports.HealthController = void 0;
const common_1 = require("@nestjs/common");
const swagger_1 = require("@nestjs/swagger");
const metrics_1 = require("../common/metrics");
const principal_1 = require("../user/principal");
const health_service_1 = require("./health.service");
/** For whoever runs the service: no token, no envelope, not under /api. */
let HealthController = class HealthController {
    constructor(health, metrics) {
        this.health = health;
        this.metrics = metrics;
    }
    /** 200 while the process can answer. */
    live() {
        return this.health.live();
    }
    /** 200 when the database answers and its migrations are done, else 503. */
    ready() {
        return this.health.ready();
    }
    prometheus() {
        return this.metrics.registry.metrics();
    }
};
exports.HealthController = HealthController;
__decorate([
    (0, common_1.Get)('health/live'),
    (0, common_1.Header)('Cache-Control', 'no-store'),
    __metadata("design:type", Function),
    __metadata("design:paramtypes", []),
    __metadata("design:returntype", void 0)
], HealthController.prototype, "live", null);
__decorate([
    (0, common_1.Get)('health/ready'),
    (0, common_1.Header)('Cache-Control', 'no-store'),
    (0, common_1.HttpCode)(200),
    __metadata("design:type", Function),
    __metadata("design:paramtypes", []),
    __metadata("design:returntype", void 0)
], HealthController.prototype, "ready", null);
__decorate([
    (0, common_1.Get)('metrics'),
    (0, common_1.Header)('Cache-Control', 'no-store'),
    (0, common_1.Header)('Content-Type', 'text/plain; version=0.0.4; charset=utf-8'),
    __metadata("design:type", Function),
    __metadata("design:paramtypes", []),
    __metadata("design:returntype", void 0)
], HealthController.prototype, "prometheus", null);
exports.HealthController = HealthController = __decorate([
    (0, swagger_1.ApiExcludeController)(),
    (0, principal_1.Public)(),
    (0, common_1.Controller)(),
    __metadata("design:paramtypes", [health_service_1.HealthService,
        metrics_1.Metrics])
], HealthController);
//# sourceMappingURL=health.controller.js.map