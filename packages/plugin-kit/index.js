// The kit of the program that runs: the service, or the contract tests. Its own copy is for those, and is not loaded within the service.
module.exports = globalThis[Symbol.for('software-update-tracker.plugin-kit.1')] ?? require('./dist/index.js');
