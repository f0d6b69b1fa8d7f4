/** Modules that several groups of commands need, for `withApp`. A group that is alone with a module names it itself. */

export const credentials = async () => [(await import('../../access/auth/credential.module.js')).CredentialModule];

export const sources = async () => [(await import('../../source/source.module.js')).SourceModule];

export const maintenance = async () => [
  (await import('../../operations/upkeep/maintenance.module.js')).MaintenanceModule,
];

/** Its schedule does nothing here (`WORKER`). */
export const updateCheck = async () => [(await import('../../update-check/update-check.module.js')).UpdateCheckModule];
