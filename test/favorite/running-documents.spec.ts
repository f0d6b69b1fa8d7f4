import { cycloneDxOf } from '../../src/favorite/risk/cyclonedx';
import { openVexOf } from '../../src/favorite/risk/openvex';
import { atScale } from '../setup/scale';
import type { Running, RunningFinding } from '../../src/favorite/risk/running.service';

const FAVORITES = atScale(4_000, 10_000);

const finding = {
  finding: { vulnerability: 'CVE-2026-0001', state: 'affected', severity: 'high', fixed: null, isExploited: false },
  details: undefined,
  triage: null,
} as RunningFinding;
Object.assign(finding.finding, { epss: null, reason: null, foundAt: '2026-11-01 00:00:00.000000' });

const running = Array.from({ length: FAVORITES }, (_, at): Running => ({
  row: {
    ...{
      favorite_id: `f${at}`,
      software_id: `s${at}`,
      software: `Product ${at}`,
      publisher: 'One',
      version_id: `v${at}`,
    },
    ...{ version: `1.${at}.0`, updated_at: '2026-11-01 00:00:00.000000' as Running['row']['updated_at'] },
  },
  keys: {
    keys: [{ type: 'purl', value: `pkg:npm/product-${at}` }],
    purlTypes: new Set(),
  } as unknown as Running['keys'],
  findings: [finding],
}));

describe('a document of many favorites', () => {
  it.each([
    ['a BOM', () => cycloneDxOf({ author: 'Ada', inventory: null }, running), 'components'],
    ['a VEX document', () => openVexOf('Ada', running), 'statements'],
  ])('is made in steps, between which others have their turn: %s', async (_what, make, list) => {
    let turns = 0;
    const others = setInterval(() => turns++, 0);
    const text = await make();
    clearInterval(others);
    expect(turns).toBeGreaterThan(2);
    expect(JSON.parse(text)[list]).toHaveLength(FAVORITES);
  });
});
