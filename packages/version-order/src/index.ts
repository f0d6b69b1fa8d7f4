export { validateCalverPattern } from './ordering/calver.scheme';
export { CHART_OF, withoutPrefix } from './ordering/generic-text';
export {
  exactPrereleaseText,
  isStage,
  NEUTRAL_WORDS,
  postReleaseText,
  PRERELEASE_LETTERS,
} from './ordering/generic-words';
export { genericScheme } from './ordering/generic.scheme';
export { seriesDigits } from './ordering/key-text';
export { mavenScheme } from './ordering/maven.scheme';
export { compilePattern, LinearPattern, MAX_PATTERN, validatePattern, validateTagPattern } from './ordering/pattern';
export { PatternBudget, PatternBudgetSpent } from './ordering/pattern-budget';
export { pep440Scheme } from './ordering/pep440.scheme';
export { orderingFor, type OrderingSettings, ProductOrdering } from './ordering/product-ordering';
export {
  compare,
  compareKeys,
  isSchemeName,
  type KeyRange,
  ORDERING_REVISION,
  SCHEME_NAMES,
  type SchemeName,
  type SchemeOptions,
  type VersionScheme,
} from './ordering/scheme';
export { schemeFor } from './ordering/scheme-registry';
export { semverScheme } from './ordering/semver.scheme';
export { kindOfStep, type Step, stepRank, type StepRank, STEPS, versionIn } from './ordering/step';
export { NO_FORM, OF_A_BUILD, OTHER_FORM, tagForm, type TagForm } from './ordering/tag-form';
export {
  type Comparator,
  contains,
  formatVers,
  fromNative,
  parseVers,
  type RangeEvent,
  VersError,
  versOf,
  type VersRange,
} from './vers';
export { addVersCommands } from './vers-command';
export type { Constraint } from './vers/constraints';
export { OWN_ORDERS } from './vers/own-orders';
export { knownLine, TYPES } from './vers/version-line';
export { compareVersions, explainVersion, type Explanation, type Relation } from './version-command';
export { addVersionCommands } from './version-commands';
