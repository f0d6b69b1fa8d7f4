// npm run cli -- …
import { build, install } from './lib/setup.mjs';

install();
build();
await import('../dist/cli.js');
