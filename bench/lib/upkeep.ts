import type * as Steps from '../../src/favorite/store/step-upkeep';
import type * as Supports from '../../src/favorite/store/support-upkeep';
import type * as Terms from '../../src/software/search/search-upkeep';
import { startApplication } from './application';
import { built } from './built';

const { SearchUpkeep } = built<typeof Terms>('software/search/search-upkeep');
const { StepUpkeep } = built<typeof Steps>('favorite/store/step-upkeep');
const { SupportUpkeep } = built<typeof Supports>('favorite/store/support-upkeep');

/** Makes what workers make of rows in the background, so that none of it runs beside a measure. */
export async function finishUpkeep(databaseUrl: string): Promise<void> {
  const start = performance.now();
  const app = await startApplication(databaseUrl);
  try {
    for (const upkeep of [SearchUpkeep, StepUpkeep, SupportUpkeep]) await app.get(upkeep).refresh();
  } finally {
    await app.close();
  }
  console.log(`  upkeep in ${((performance.now() - start) / 1_000).toFixed(1)} s`);
}
