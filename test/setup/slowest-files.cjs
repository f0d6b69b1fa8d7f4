/** A reporter of Jest: which files took longest, each file of a room by itself. */
const SHOWN = 10;

module.exports = class SlowestFiles {
  onRunComplete(_contexts, { testResults }) {
    const times = new Map();
    for (const { testFilePath, testResults: tests } of testResults)
      for (const { ancestorTitles, duration } of tests) {
        const name = testFilePath.includes('rooms') ? ancestorTitles[0] : testFilePath.replace(/^.*[\\/]test[\\/]/, '');
        times.set(name, (times.get(name) ?? 0) + (duration ?? 0));
      }
    if (times.size < SHOWN) return;
    const slowest = [...times].sort(([, a], [, b]) => b - a).slice(0, SHOWN);
    console.log(`\nThe ${SHOWN} slowest files, by what their tests took:`);
    for (const [name, ms] of slowest) console.log(`${(ms / 1000).toFixed(1).padStart(7)} s  ${name}`);
  }
};
