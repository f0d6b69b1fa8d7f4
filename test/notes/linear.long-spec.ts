import { FORMATS, slowSteps } from './cost';
import { UNITS } from './units';

describe('64 KB of one piece', () => {
  it.each(FORMATS)(
    'are read, written, cut and searched in linear time: %s',
    (format) => {
      expect(UNITS.flatMap((unit) => slowSteps(unit, format))).toEqual([]);
    },
    300_000,
  );
});
