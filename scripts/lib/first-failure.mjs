/** An environment of Jest whose process ends at the first test that fails. `--bail` waits for the end of its file, and a room is one file. */
import { TestEnvironment } from 'jest-environment-node';

export default class FirstFailure extends TestEnvironment {
  handleTestEvent({ name, test }) {
    if (name !== 'test_done' || test.errors.length === 0) return;
    console.error(`Failed: ${test.parent.name}: ${test.name}`);
    process.exit(1);
  }
}
