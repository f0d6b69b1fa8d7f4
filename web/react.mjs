// What packages import as `react`.
export * from 'preact/compat';
export { default } from 'preact/compat';
// Preact has none.
export const Activity = ({ mode, children }) => (mode === 'hidden' ? null : children);
