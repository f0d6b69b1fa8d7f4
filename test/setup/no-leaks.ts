import { assertNoLeaks } from './planted';

// For each test file: whatever the service lets out while its tests run has none of the secrets that they give it.
afterEach(assertNoLeaks);
afterAll(assertNoLeaks);
