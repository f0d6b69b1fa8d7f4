/** How much of the past is shown; left out: a year. */
export const behindSearch = ({ period }: Record<string, unknown>): { period?: '2y' } =>
  period === '2y' ? { period } : {};
