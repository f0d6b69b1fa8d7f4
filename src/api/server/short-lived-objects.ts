import { setFlagsFromString } from 'node:v8';

// V8 learns where long-lived objects are made, and takes what Passport and Express make for each request for such: in the old generation they keep
// the request until the next full collection. Without that, a short read takes a fifth less processor time (bench/results.md, "What mattered").
setFlagsFromString('--no-allocation-site-pretenuring');
