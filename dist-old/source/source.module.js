"use strict";
var __decorate = (this && this.__decorate) || function (decorators, target, key, desc) {
    var c = arguments.length, r = c < 3 ? target : desc === null ? desc = Object.getOwnPropertyDescriptor(target, key) : desc, d;
    if (typeof Reflect === "object" && typeof Reflect.decorate === "function") r = Reflect.decorate(decorators, target, key, desc);
    else for (var i = decorators.length - 1; i >= 0; i--) if (d = decorators[i]) r = (c < 3 ? d(r) : c > 3 ? d(target, key, r) : d(target, key)) || r;
    return c > 3 && r && Object.defineProperty(target, key, r), r;
};
Object.defineProperty(exports, "__esModule", { value: true });
exports.SourceModule = void 0;
const common_1 = require("@nestjs/common");
const outgoing_http_module_1 = require("../common/outgoing-http/outgoing-http.module");
const publisher_module_1 = require("../publisher/publisher.module");
const software_module_1 = require("../software/software.module");
const user_module_1 = require("../user/user.module");
const version_module_1 = require("../version/version.module");
const secret_box_1 = require("../common/secret-box");
const catalogue_exporter_1 = require("./catalogue/catalogue-exporter");
const catalogue_files_1 = require("./catalogue/catalogue-files");
const catalogue_importer_1 = require("./catalogue/catalogue-importer");
const catalogue_upload_1 = require("./catalogue/catalogue-upload");
const catalogue_controller_1 = require("./catalogue/catalogue.controller");
const source_hook_controller_1 = require("./hooks/source-hook.controller");
const source_hook_service_1 = require("./hooks/source-hook.service");
const failing_sources_1 = require("./polling/failing-sources");
const host_queue_1 = require("./polling/host-queue");
const poll_record_1 = require("./polling/poll-record");
const software_source_controller_1 = require("./polling/software-source.controller");
const software_source_service_1 = require("./polling/software-source.service");
const source_metrics_1 = require("./polling/source.metrics");
const source_poller_1 = require("./polling/source-poller");
const source_schedule_1 = require("./polling/source.schedule");
const source_store_1 = require("./polling/source-store");
const source_waker_1 = require("./polling/source-waker");
const source_fetcher_1 = require("./source-fetcher");
const source_type_controller_1 = require("./source-type.controller");
const sources_1 = require("./sources");
let SourceModule = class SourceModule {
};
exports.SourceModule = SourceModule;
exports.SourceModule = SourceModule = __decorate([
    (0, common_1.Module)({
        imports: [outgoing_http_module_1.OutgoingHttpModule, user_module_1.UserModule, publisher_module_1.PublisherModule, software_module_1.SoftwareModule, version_module_1.VersionModule],
        controllers: [catalogue_controller_1.CatalogueController, source_type_controller_1.SourceTypeController, software_source_controller_1.SoftwareSourceController, source_hook_controller_1.SourceHookController],
        providers: [
            catalogue_importer_1.CatalogueImporter,
            catalogue_files_1.CatalogueFiles,
            catalogue_exporter_1.CatalogueExporter,
            catalogue_upload_1.CatalogueUpload,
            ...sources_1.sourceProviders,
            source_fetcher_1.SourceFetcher,
            secret_box_1.SecretBox,
            source_store_1.SourceStore,
            software_source_service_1.SoftwareSourceService,
            host_queue_1.HostQueue,
            poll_record_1.PollRecord,
            source_metrics_1.SourceMetrics,
            source_poller_1.SourcePoller,
            source_schedule_1.SourceSchedule,
            source_waker_1.SourceWaker,
            source_hook_service_1.SourceHookService,
            failing_sources_1.FailingSources,
        ],
        exports: [
            catalogue_importer_1.CatalogueImporter,
            catalogue_files_1.CatalogueFiles,
            catalogue_exporter_1.CatalogueExporter,
            failing_sources_1.FailingSources,
            source_fetcher_1.SourceFetcher,
            source_poller_1.SourcePoller,
            software_source_service_1.SoftwareSourceService,
        ],
    })
], SourceModule);
//# sourceMappingURL=source.module.js.map