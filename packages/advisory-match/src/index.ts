export {
  type AdvisoryKey,
  type AdvisoryRange,
  type AdvisoryRecord,
  assesses,
  type Finding,
  FINDING_STATES,
  type FindingState,
  KEY_TYPES,
  type Origin,
  ORIGINS,
  probabilityOf,
  type RangeEvent,
  SEVERITIES,
  type Severity,
  VEX_PROVIDER,
  vulnerabilityOf,
} from './matching/advisory';
export { assess, type Assessed, Assessor, type KnownRecord } from './matching/assess';
export {
  isRepository,
  packageNamed,
  readUsedPackage,
  readUsedVersion,
  repositoryKey,
  schemeOfPurl,
} from './matching/ecosystem';
export { RecordProblem } from './matching/fields';
export { readNvd } from './matching/read-nvd';
export { readOsv } from './matching/read-osv';
export { cvssScore, readSeverity } from './matching/severity';
export { readVex } from './vex/read-vex';
export type { VexStatus } from './vex/statement';
export { recordPrefix, vexRecords } from './vex/vex-records';
