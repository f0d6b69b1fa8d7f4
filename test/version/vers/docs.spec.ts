import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { contains, formatVers, fromNative, OWN_ORDERS, parseVers, TYPES } from 'version-order';

const page = readFileSync(join(__dirname, '..', '..', '..', 'docs', 'policies-and-versions.md'), 'utf8');
const section = /\n## Version ranges\n[^]*?(?=\n## )/.exec(page)![0];

describe('docs/policies-and-versions.md says what the commands do', () => {
  it('names the types with their schemes', () => {
    const names = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name!);
    const rows = [...section.matchAll(/^\| (`.*?) +\| (.*?) +\|$/gm)].map(([, types, scheme]) => [
      names(types!),
      names(scheme!),
    ]);
    const own = Object.keys(OWN_ORDERS).flatMap((name) => TYPES[name as keyof typeof TYPES]!);
    const schemes = Object.entries(TYPES).filter(([name]) => !(name in OWN_ORDERS));
    expect(rows).toEqual([...schemes.map(([scheme, types]) => [types, [scheme]]), [expect.any(Array), []]]);
    expect(rows.at(-1)![0]!.sort()).toEqual(own.sort());
  });

  it('shows what they print', () => {
    const examples = [...section.matchAll(/^printf '(.*?)\\t(.*?)\\n' .* vers (\w+)\n# (.*)$/gm)];
    const printed = examples.map(([, first, second, command]) =>
      command === 'native' ? formatVers(fromNative(first!, second!)) : String(contains(parseVers(first!), second!)),
    );
    expect(printed).toEqual(examples.map(([, , , , line]) => line));
    expect(printed).toHaveLength(2);
  });
});
