import { FORMATS, slowSteps } from './cost';
import { UNITS } from './units';
import { LONG } from '../../../test/setup/scale';

/** Few, and none judged, where a machine has other work: `hostile.spec.ts` has wide limits for everywhere. */
const CHOSEN = LONG ? UNITS : UNITS.filter((_, at) => at % 16 === 0);

describe('64 KB of one piece', () => {
  it.each(FORMATS)(
    'are read, written, cut and searched in linear time: %s',
    (format) => {
      const slow = CHOSEN.flatMap((unit) => slowSteps(unit, format));
      if (LONG) expect(slow).toEqual([]);
    },
    300_000,
  );
});
