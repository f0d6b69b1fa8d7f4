// npm run cli -- …
import { build, install } from './setup.mjs';

install();
build();
await import('../dist/cli.js');
