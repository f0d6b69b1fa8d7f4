// npm start: on a fresh clone it installs and builds first; the service then runs in this very process, so that signals reach it.
import { build, install } from './setup.mjs';

install();
build();
await import('../dist/main.js');
