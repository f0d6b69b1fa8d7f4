/** A reporter of Jest: a filter by name that leaves nothing to run is a mistake, and no success. */
module.exports = class RanSomething {
  constructor(config) {
    this.pattern = config.testNamePattern;
  }

  onRunComplete(_contexts, { numPassedTests, numFailedTests, numFailedTestSuites, numTodoTests }) {
    if (!this.pattern || numPassedTests + numFailedTests + numFailedTestSuites + numTodoTests > 0) return;
    this.error = new Error(`No test has a name with "${this.pattern}" in it.`);
    console.error(this.error.message);
  }

  getLastError() {
    return this.error;
  }
};
