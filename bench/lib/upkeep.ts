import type * as Terms from '../../src/software/search/search-upkeep';
import { startApplication } from './application';
import { built } from './built';

const { SearchUpkeep } = built<typeof Terms>('software/search/search-upkeep');

/** Makes the search terms that workers make in the background, so that this does not run beside a measure. */
export async function finishUpkeep(databaseUrl: string): Promise<void> {
  const start = performance.now();
  const app = await startApplication(databaseUrl);
  try {
    await app.get(SearchUpkeep).refresh();
  } finally {
    await app.close();
  }
  console.log(`  upkeep in ${((performance.now() - start) / 1_000).toFixed(1)} s`);
}
