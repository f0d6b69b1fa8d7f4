import { WORKER } from '../theme/trusted-types';

/** Has the browser install the worker, or look for a newer one. Over plain HTTP there is none, and nothing is lost. */
export const startWorker = async (): Promise<void> =>
  void (await navigator.serviceWorker?.register(WORKER, { scope: '/' }).catch((error: unknown) => {
    // It is looked for again with the next page.
    console.info('The worker was not installed.', error);
  }));
