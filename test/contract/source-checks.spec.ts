import type { OutgoingHttp } from '../../src/common/outgoing-http/outgoing-http';
import type { Source } from '../../src/source/sources/source';
import { closeAll } from '../notification/providers/peers';
import {
  FetchingSource,
  FirstPageSource,
  FirstValidatorsSource,
  LoftSource,
  loftStage,
  LoggingSource,
  RepeatingSource,
  WholeAddressSource,
} from './loft';
import { SOURCE_CHECKS } from './source-checks';
import { sceneOf } from './source-scene';

const PAGES = 'reads every page, however the next one is named';
const VALIDATORS = 'does not take the validators of one page for those of all';
const ALL_SAID = 'says so where it does not read every page';
const CONNECTS = 'connects by OutgoingHttp only';
const REPEATS = "repeats neither a secret nor the provider's answer, in its errors or in the log";

afterEach(closeAll);

/** The checks that a source does not pass, with what its developer reads. */
async function failures(make: new (http: OutgoingHttp) => Source): Promise<Record<string, string>> {
  const failed: Record<string, string> = {};
  for (const [what, check] of Object.entries(SOURCE_CHECKS)) {
    const scene = await sceneOf(loftStage, (_registry, http) => new make(http));
    try {
      await check(scene);
    } catch (error) {
      failed[what] = (error as Error).message;
    }
    await closeAll();
  }
  return failed;
}

describe('the contract of sources', () => {
  it('is kept by a source that is right', async () => {
    expect(await failures(LoftSource)).toEqual({});
  });

  it('refuses a source that reads the first page only', async () => {
    const failed = await failures(FirstPageSource);
    expect(Object.keys(failed).sort()).toEqual([PAGES, VALIDATORS, ALL_SAID].sort());
    expect(failed[PAGES]).toMatch(/by its URL/);
    expect(failed[ALL_SAID]).toMatch(/releases beyond what is read/);
  });

  it('refuses a source that follows whole addresses only, and names the form that it does not follow', async () => {
    const failed = await failures(WholeAddressSource);
    expect(Object.keys(failed).sort()).toEqual([PAGES, ALL_SAID].sort());
    expect(failed[PAGES]).toMatch(/by a path and a query/);
  });

  it('refuses the validators of the first page', async () => {
    const failed = await failures(FirstValidatorsSource);
    expect(failed).toEqual({ [VALIDATORS]: expect.stringMatching(/validators after two pages/) as string });
  });

  it('says in sentences what a source has to do that asks by another way than web', async () => {
    const failed = await failures(FetchingSource);
    for (const message of Object.values(failed)) expect(message).not.toMatch(/^expect\(/);
    expect(Object.values(failed).join('\n')).toMatch(/^(It must|It made|After 304|`web` must)/m);
  });

  it('refuses a connection around the guard of addresses', async () => {
    expect((await failures(FetchingSource))[CONNECTS]).toMatch(/did not go through OutgoingHttp[^]*127\.0\.0\.1:\d+/);
  });

  it('refuses a secret in the log, and an answer in an error', async () => {
    expect(await failures(LoggingSource)).toEqual({ [REPEATS]: expect.stringMatching(/log[^]*canary-loft/) as string });
    const failed = await failures(RepeatingSource);
    expect(failed[REPEATS]).toMatch(/The loft said/);
  });
});
