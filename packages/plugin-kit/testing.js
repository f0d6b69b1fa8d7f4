// One for the process, as in index.js: a plug-in's stages and whoever runs the tests have the same receivers, and so the same end of them.
module.exports = globalThis[
  Symbol.for('software-update-tracker.plugin-kit.1.testing')
] ??= require('./dist/testing.js');
