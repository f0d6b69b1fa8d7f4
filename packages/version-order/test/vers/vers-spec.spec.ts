import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { contains, formatVers, fromNative, parseVers, VersError } from 'version-order';
import { compareVersions } from './compare';

interface Vector {
  file: string;
  type: keyof typeof WORK;
  input: unknown;
  /** null = refused. */
  expected: unknown;
}

const vectors = readFileSync(join(__dirname, 'vers-spec.ndjson'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Vector);

interface Versions {
  input_scheme: string;
  versions: string[];
}

const WORK = {
  parse: (input: string) => {
    const { type, constraints } = parseVers(input);
    return { scheme: type, version_constraints: constraints.map(({ comparator, version }) => [comparator, version]) };
  },
  validate: (input: string) => formatVers(parseVers(input)),
  containment: ({ vers, version }: { vers: string; version: string }) => contains(parseVers(vers), version),
  from_native: ({ scheme, native_range }: { scheme: string; native_range: string }) =>
    formatVers(fromNative(scheme, native_range)),
  comparison: ({ input_scheme, versions }: Versions) =>
    [...versions].sort((a, b) => compareVersions(input_scheme, a, b)),
  equality: ({ input_scheme, versions: [a, b] }: Versions) => compareVersions(input_scheme, a!, b!) === 0,
};

/** Where the suite wants something else, and why it does not get it. */
const EXCEPTIONS: [reason: string, type: Vector['type'], inputs: unknown[]][] = [
  [
    'no constraints at all, which the specification forbids (5.3.3); to Conan, no text is every version',
    'from_native',
    [{ native_range: '', scheme: 'conan' }],
  ],
  [
    'the order of Maven 3; to Maven 4, 2.0.a is below 2-1',
    'comparison',
    Array(2).fill({ input_scheme: 'maven', versions: ['2-1', '2.0.a'] }),
  ],
  [
    'in this order, but the suite writes the versions in lower case',
    'comparison',
    [{ input_scheme: 'nuget', versions: ['1.0.0-BETA.X.y.5.77.0+AA', '1.0.0-beta.x.y.5.79.0+aa'] }],
  ],
];

function resultOf({ type, input }: Vector): unknown {
  try {
    return WORK[type](input as never);
  } catch (error) {
    if (error instanceof VersError) return null;
    throw error;
  }
}

const nameOf = ({ type, input }: Pick<Vector, 'type' | 'input'>) => `${type} ${JSON.stringify(input)}`;

describe('the tests of the specification', () => {
  const files = [...new Set(vectors.map(({ file }) => file))];
  const excepted = EXCEPTIONS.flatMap(([, type, inputs]) => inputs.map((input) => nameOf({ type, input })));

  it.each(files)('%s', (file) => {
    const own = vectors.filter((vector) => vector.file === file);
    const wrong = own.filter((vector) => JSON.stringify(resultOf(vector)) !== JSON.stringify(vector.expected));
    expect(wrong.map(nameOf)).toEqual(own.map(nameOf).filter((name) => excepted.includes(name)));
  });

  it('are all here, with the exceptions', () => {
    expect(vectors).toHaveLength(1356);
    expect(files).toHaveLength(21);
    const present = vectors.map(nameOf).filter((name) => excepted.includes(name));
    expect(present.sort()).toEqual(excepted.sort());
  });

  it('give ranges that are read as they are written', () => {
    const ranges = vectors.filter(({ type }) => type === 'from_native').map(({ expected }) => expected as string);
    const wrong = ranges.filter((range) => range !== 'vers:conan/' && formatVers(parseVers(range)) !== range);
    expect(wrong).toEqual([]);
  });
});
