export type { Comparator, Constraint } from './constraints';
export { type RangeEvent, versOf } from './events';
export { fromNative } from './from-native';
export { contains, formatVers, parseVers, type VersRange } from './vers';
export { VersError } from './vers-error';
