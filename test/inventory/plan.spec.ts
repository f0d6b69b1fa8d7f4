import {
  compare,
  digestOf,
  shrinks,
  type Placed,
  type Sorted,
  VERSIONS_PER_PRODUCT,
} from '../../src/inventory/upload/inventory-plan';
import { atScale } from '../setup/scale';
import { workOf } from '../setup/timing';
import type { StoredDeployment } from '../../src/favorite/deployment/deployment.repository';

const component = (name: string, version: string) => ({
  purl: null,
  name,
  version,
  direct: null,
  where: `line ${name} ${version}`,
});
const placed = (softwareId: string, label: string): Placed => ({
  component: component(softwareId, label),
  ...{ softwareId, software: softwareId, label, isCreated: false },
});
const deployment = (software: string, label: string) =>
  ({
    ...{ id: `${software} ${label}`, software_id: software, software, name: software, label },
    ...{ version: label, version_id: label, seen_version_id: label, favorite_id: `favorite of ${software}` },
  }) as StoredDeployment;
const sorted = (...ones: Placed[]): Sorted => ({
  placed: ones,
  creatable: [],
  unmatched: [],
  ambiguous: [],
  ignored: [],
  rejected: [],
  isLimited: false,
  awaited: new Set<string>(),
});
const planOf = (ones: Placed[], stored: StoredDeployment[]) =>
  compare(sorted(...ones), stored, new Map([['nginx', 'favorite']]), 10);

describe('the plan of an upload', () => {
  const many = (software: string, count: number) =>
    Array.from({ length: count }, (_, at) => placed(software, `1.${at}`));

  /** Processor time of a plan of one product and of its digest. */
  const costOf = async (count: number) => {
    const ones = many('nginx', count);
    const stored = ones.map(({ label }) => deployment('nginx', `0.${label}`));
    return workOf(async () => digestOf(await planOf(ones, stored), 'main'));
  };

  it('costs in proportion to the versions of one product', async () => {
    const most = atScale(10_000, 50_000);
    await costOf(most); // warm
    const [few, lots] = [await costOf(most / 10), await costOf(most)];
    expect(lots).toBeLessThan(60 * Math.max(few, 5));
  });

  it('lets others have their turn', async () => {
    let turns = 0;
    const timer = setInterval(() => turns++);
    await planOf(many('nginx', atScale(10_000, 50_000)), []);
    clearInterval(timer);
    expect(turns).toBeGreaterThan(0);
  });

  it('keeps a thousand versions of a product, first those that are there', async () => {
    const stored = [deployment('nginx', '1.1500')];
    const plan = await planOf(many('nginx', 1_502), stored);
    expect(plan).toMatchObject({ unchanged: [{ stored: stored[0] }], moved: [], removed: [] });
    expect(plan.added).toHaveLength(VERSIONS_PER_PRODUCT - 1);
    expect(plan.rejected).toHaveLength(502);
    expect(plan.rejected[0]!.reason).toBe('an inventory has at most 1,000 versions of a product');
  });

  it('pairs versions of a product in their order, whatever that of the file', async () => {
    const stored = ['3.0', '1.0', '2.0'].map((label) => deployment('nginx', label));
    const file = ['2.0', '2.1', '1.1'].map((label) => placed('nginx', label));
    const [plan, same] = [await planOf(file, stored), await planOf([...file].reverse(), [...stored].reverse())];
    expect(plan.moved.map((one) => `${one.stored.label} ${one.placed.label}`)).toEqual(['1.0 1.1', '3.0 2.1']);
    expect(plan).toMatchObject({ unchanged: [{ placed: { label: '2.0' } }], added: [], removed: [] });
    expect(await digestOf(plan, 'main')).toBe(await digestOf(same, 'main'));
    expect(await digestOf(plan, 'main')).not.toBe(await digestOf(plan, 'all'));
  });

  it.each([
    [false, ['a 1'], ['a 1']],
    [false, ['a 1'], ['a 2']],
    [true, ['a 1'], ['b 1']],
    [false, ['a 1', 'b 1'], ['a 1']],
    [true, ['a 1', 'b 1', 'c 1'], ['a 1']],
    [false, ['a 1', 'a 2', 'a 3'], ['a 3']],
    [true, ['a 1', 'a 2', 'a 3', 'a 4'], ['a 3']],
    [false, ['a 1', 'b 1', 'c 1', 'd 1'], ['a 1', 'b 2']],
  ])('asks (%s) when of %j only %j stays', async (asks, before, after) => {
    const split = (one: string) => one.split(' ') as [string, string];
    const plan = await planOf(
      after.map((one) => placed(...split(one))),
      before.map((one) => deployment(...split(one))),
    );
    expect(shrinks(plan)).toBe(asks);
  });
});
