/** Modules that several groups of commands need, for `withApp`. A group that is alone with a module names it itself. */

export const credentials = async () => [(await import('../../access/auth/credential.module.js')).CredentialModule];

export const sources = async () => [(await import('../../source/source.module.js')).SourceModule];

export const maintenance = async () => [
  (await import('../../operations/upkeep/maintenance.module.js')).MaintenanceModule,
];

/** The module of the update check has its schedule, which does nothing here (`WORKER`). */
export async function updateCheck() {
  const { ScheduleModule } = await import('@nestjs/schedule');
  const { UpdateCheckModule } = await import('../../update-check/update-check.module.js');
  return [ScheduleModule.forRoot(), UpdateCheckModule];
}
