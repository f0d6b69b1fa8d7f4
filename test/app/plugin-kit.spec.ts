import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { KIT_VERSION, kitFault } from '../../src/app/plugin/kit-version';

describe('the kit for plug-ins', () => {
  test('has the version of its package', () => {
    const file = join(__dirname, '..', '..', 'packages', 'plugin-kit', 'package.json');
    expect((JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version).toBe(KIT_VERSION);
  });

  test.each(['^1', '^1.0', '^1.0.0'])('is what a plug-in for %s wants', (range) => expect(kitFault(range)).toBeNull());

  test.each(['^2', '^1.1', '^1.0.1', '^0.9', '1', '*', '>=1', '', 1, undefined, { kit: 1 }])('is not %s', (range) =>
    expect(kitFault(range)).toMatch(/kit/),
  );
});
