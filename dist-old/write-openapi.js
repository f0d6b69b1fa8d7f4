"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
require("reflect-metadata");
const node_fs_1 = require("node:fs");
const node_path_1 = require("node:path");
const core_1 = require("@nestjs/core");
const app_module_1 = require("./app.module");
const api_adapter_1 = require("./common/api/api-adapter");
const config_1 = require("./config/config");
const openapi_1 = require("./docs/openapi");
/** Writes `openapi.json`, which is committed; a test compares it with what the program says. */
async function main() {
    const config = (0, config_1.loadConfig)({ DATABASE_URL: 'sqlite::memory:', SECRET_KEY: 'x'.repeat(32), WORKER: 'false' });
    const app = await core_1.NestFactory.create(app_module_1.AppModule.for(config), new api_adapter_1.ApiAdapter(config.headerLimit), {
        logger: false,
    });
    (0, node_fs_1.writeFileSync)((0, node_path_1.join)(__dirname, '..', 'openapi.json'), (0, openapi_1.openApiText)(app));
    await app.close();
}
void main();
//# sourceMappingURL=write-openapi.js.map