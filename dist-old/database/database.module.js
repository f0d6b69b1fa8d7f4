"use strict";
var __decorate = (this && this.__decorate) || function (decorators, target, key, desc) {
    var c = arguments.length, r = c < 3 ? target : desc === null ? desc = Object.getOwnPropertyDescriptor(target, key) : desc, d;
    if (typeof Reflect === "object" && typeof Reflect.decorate === "function") r = Reflect.decorate(decorators, target, key, desc);
    else for (var i = decorators.length - 1; i >= 0; i--) if (d = decorators[i]) r = (c < 3 ? d(r) : c > 3 ? d(target, key, r) : d(target, key)) || r;
    return c > 3 && r && Object.defineProperty(target, key, r), r;
};
var DatabaseModule_1;
Object.defineProperty(exports, "__esModule", { value: true });
exports.DatabaseModule = void 0;
const common_1 = require("@nestjs/common");
const typeorm_1 = require("@nestjs/typeorm");
const config_1 = require("../config/config");
const data_source_1 = require("./data-source");
const database_1 = require("./database");
const database_clock_1 = require("./database-clock");
const database_gauges_1 = require("./database-gauges");
const migration_state_1 = require("./migration-state");
const options_1 = require("./options");
/**
 * Of each connection: `Database.page` prepares a statement for each choice of sort, includes and page size that is asked for, and the
 * one that was not used for longest goes. A server has 16,382 for everybody, unless it is told otherwise.
 */
const PREPARED_AT_MOST = 64;
function withFewPrepared(options) {
    if (options.type !== 'mysql' && options.type !== 'mariadb')
        return options;
    return { ...options, extra: { ...options.extra, maxPreparedStatements: PREPARED_AT_MOST } };
}
/** The connection and the one way to it, for every other module. */
let DatabaseModule = DatabaseModule_1 = class DatabaseModule {
    static for(entities) {
        return {
            module: DatabaseModule_1,
            imports: [
                typeorm_1.TypeOrmModule.forRootAsync({
                    inject: [config_1.Config],
                    useFactory: (config) => withFewPrepared((0, options_1.databaseOptions)(config.database, entities, config.databaseTimeout)),
                    dataSourceFactory: (options) => (0, data_source_1.openDataSource)(options),
                }),
            ],
            providers: [database_1.Database, database_clock_1.DatabaseClock, database_gauges_1.DatabaseGauges, migration_state_1.MigrationState],
            exports: [database_1.Database, database_clock_1.DatabaseClock, database_gauges_1.DatabaseGauges, migration_state_1.MigrationState],
        };
    }
};
exports.DatabaseModule = DatabaseModule;
exports.DatabaseModule = DatabaseModule = DatabaseModule_1 = __decorate([
    (0, common_1.Global)(),
    (0, common_1.Module)({})
], DatabaseModule);
//# sourceMappingURL=database.module.js.map