/** A record of OSV about a package of npm. */
export const osv = (id: string, more: object = {}) => ({
  id,
  modified: '2026-01-01T00:00:00Z',
  summary: `About ${id}`,
  database_specific: { severity: 'HIGH' },
  affected: [affects('npm', 'tool', ['0', '2.0.0'])],
  ...more,
});

/** @param bounds introduced, fixed, introduced, … */
export const affects = (ecosystem: string, name: string, bounds: string[], more: object = {}) => ({
  package: { ecosystem, name },
  ranges: [
    {
      type: 'ECOSYSTEM',
      events: bounds.map((version, at) => (at % 2 === 0 ? { introduced: version } : { fixed: version })),
    },
  ],
  ...more,
});
