"use strict";
var __decorate = (this && this.__decorate) || function (decorators, target, key, desc) {
    var c = arguments.length, r = c < 3 ? target : desc === null ? desc = Object.getOwnPropertyDescriptor(target, key) : desc, d;
    if (typeof Reflect === "object" && typeof Reflect.decorate === "function") r = Reflect.decorate(decorators, target, key, desc);
    else for (var i = decorators.length - 1; i >= 0; i--) if (d = decorators[i]) r = (c < 3 ? d(r) : c > 3 ? d(target, key, r) : d(target, key)) || r;
    return c > 3 && r && Object.defineProperty(target, key, r), r;
};
Object.defineProperty(exports, "__esModule", { value: true });
exports.SoftwareModule = void 0;
const common_1 = require("@nestjs/common");
const publisher_module_1 = require("../publisher/publisher.module");
const publisher_software_controller_1 = require("./publisher-software.controller");
const software_controller_1 = require("./software.controller");
const software_service_1 = require("./software.service");
const software_writer_1 = require("./software.writer");
let SoftwareModule = class SoftwareModule {
};
exports.SoftwareModule = SoftwareModule;
exports.SoftwareModule = SoftwareModule = __decorate([
    (0, common_1.Module)({
        imports: [publisher_module_1.PublisherModule],
        controllers: [software_controller_1.SoftwareController, publisher_software_controller_1.PublisherSoftwareController],
        providers: [software_service_1.SoftwareService, software_writer_1.SoftwareWriter],
        exports: [software_service_1.SoftwareService, software_writer_1.SoftwareWriter],
    })
], SoftwareModule);
//# sourceMappingURL=software.module.js.map