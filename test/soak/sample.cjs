// Preloaded into a replica: at SIGUSR2 it collects its garbage and says on stderr what it holds.
/* eslint-disable @typescript-eslint/no-require-imports -- loaded by node --require */
const { setFlagsFromString } = require('node:v8');
const { runInNewContext } = require('node:vm');

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc');

process.on('SIGUSR2', () => {
  collect();
  // What finalizers let go of.
  setImmediate(() => {
    collect();
    const { heapUsed, external, rss } = process.memoryUsage();
    const handles = {};
    for (const kind of process.getActiveResourcesInfo()) handles[kind] = (handles[kind] ?? 0) + 1;
    const listeners = process.eventNames().reduce((sum, name) => sum + process.listenerCount(name), 0);
    process.stderr.write(`sample ${JSON.stringify({ used: heapUsed + external, rss, handles, listeners })}\n`);
  });
});
