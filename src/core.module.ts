import { type DynamicModule, Global, Module } from '@nestjs/common';
import { ScheduleModule } from '@nestjs/schedule';
import { KeptAnswerRepository } from './access/idempotency/kept-answer.repository';
import { Metrics } from './common/metrics';
import { Plugins } from './common/plugin/plugins';
import { Config } from './config/config';
import { DatabaseModule } from './database/database.module';
import { WebApp } from './api/web-app/web-app';
import { ENTITIES } from './entities';

/** What every folder may ask for: the configuration, the database, the metrics, the plug-ins, the web application, and answers that are kept. */
@Global()
@Module({})
export class CoreModule {
  static for(config: Config, plugins = new Plugins()): DynamicModule {
    return {
      module: CoreModule,
      imports: [DatabaseModule.for(ENTITIES), ScheduleModule.forRoot()],
      providers: [
        { provide: Config, useValue: config },
        { provide: Plugins, useValue: plugins },
        Metrics,
        WebApp,
        KeptAnswerRepository,
      ],
      exports: [Config, Plugins, Metrics, WebApp, KeptAnswerRepository],
    };
  }
}
