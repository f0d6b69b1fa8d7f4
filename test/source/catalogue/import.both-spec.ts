import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { CatalogueImporter } from '../../../src/source/catalogue/catalogue-importer';
import type { ImportSummary } from '../../../src/source/catalogue/import-run';
import type { Remark } from '../../../src/source/catalogue/reading';
import { useApp } from '../../setup/app';
import { product } from '../../setup/catalogue';

interface Imported extends ImportSummary {
  rejections: { line: number; reason: string }[];
}

interface Rows {
  publisher: Record<string, unknown>[];
  software: Record<string, unknown>[];
  version: Record<string, unknown>[];
}

const NOTHING = { publishers: 0, software: 0, versions: 0, unchanged: 0, rejected: 0 };

describe('the catalogue import', () => {
  const test = useApp();
  let serial = 0;

  /** A name that no other test of this file uses. */
  const unique = (name: string) => `${name} ${++serial}`;

  async function importBytes(...chunks: (Buffer | string)[]): Promise<Imported> {
    const rejections: Imported['rejections'] = [];
    const input = Readable.from(chunks.map((chunk) => Buffer.from(chunk)));
    const rejected = ({ at, reason }: Remark) => void rejections.push({ line: Number(at), reason });
    return { ...(await test.app.get(CatalogueImporter).import(input, { rejected })), rejections };
  }

  const importLines = (...lines: (object | string)[]) =>
    importBytes(lines.map((line) => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`).join(''));

  /** Everything that is stored of the publishers with such a name. */
  async function stored(publisher: string): Promise<Rows> {
    const rows = (text: string) => test.database.query<Record<string, unknown>>(text, [publisher]);
    return {
      publisher: await rows('SELECT * FROM publisher WHERE name = ? ORDER BY id'),
      software: await rows(`SELECT s.* FROM software s JOIN publisher p ON p.id = s.publisher_id
        WHERE p.name = ? ORDER BY s.name, s.id`),
      version: await rows(`SELECT v.* FROM version v JOIN software s ON s.id = v.software_id
        JOIN publisher p ON p.id = s.publisher_id WHERE p.name = ? ORDER BY s.name, v.version_key, v.id`),
    };
  }

  async function latest(publisher: string): Promise<unknown> {
    const [row] = await test.database.query<{ version: string | null }>(
      `SELECT v.version FROM software s JOIN publisher p ON p.id = s.publisher_id
         LEFT JOIN version v ON v.id = s.latest_version_id WHERE p.name = ?`,
      [publisher],
    );
    return row!.version;
  }

  /** A product with a publisher of its own. */
  function lone(versions: (string | object)[], more: Parameters<typeof product>[2] = {}) {
    const name = unique('Solo');
    return { ...product(name, versions, more), publisher: { name, ...more.publisher } };
  }

  describe('reads', () => {
    const lines = (count: number) => Array.from({ length: count }, () => JSON.stringify(lone(['1.0'])));

    it('lines that end with CRLF, none at the end, and a byte order mark before them', async () => {
      const [one, other] = lines(2);
      expect(await importBytes(`\uFEFF${one}\r\n\r\n${one}\r\n${other}`)).toMatchObject({
        software: 2,
        versions: 2,
        unchanged: 1,
        rejected: 0,
      });
    });

    it('nothing out of nothing, and out of empty lines', async () => {
      expect(await importBytes()).toMatchObject(NOTHING);
      expect(await importBytes('\n  \n\r\n\t\n')).toMatchObject(NOTHING);
      expect(await importBytes(gzipSync(''))).toMatchObject(NOTHING);
    });

    it('chunks of one byte, plain and gzip', async () => {
      const text = Buffer.from(`${JSON.stringify(lone(['1.0'], { software: { name: 'Zürich 🎉' } }))}\n`);
      const bytes = (whole: Buffer) => Array.from(whole, (_byte, index) => whole.subarray(index, index + 1));
      expect(await importBytes(...bytes(text))).toMatchObject({ software: 1, rejected: 0 });
      expect(await importBytes(...bytes(gzipSync(text)))).toMatchObject({ ...NOTHING, unchanged: 1 });
    });

    it('several gzip files one after the other', async () => {
      const parts = lines(2).map((line) => gzipSync(`${line}\n`));
      expect(await importBytes(Buffer.concat(parts))).toMatchObject({ software: 2, rejected: 0 });
    });

    it('what was committed before a gzip file breaks off, and then says that it does', async () => {
      const name = unique('Broken off');
      const many = Array.from({ length: 500 }, (_, index) => ({
        ...product(`${name} ${index}`, [`${Math.random()}`]),
        publisher: { name },
      }));
      const whole = gzipSync(many.map((record) => JSON.stringify(record)).join('\n'));
      const half = importBytes(whole.subarray(0, whole.length / 2));
      await expect(half).rejects.toMatchObject({ code: 'Z_BUF_ERROR' });
      const { software } = await stored(name);
      expect(software.length).toBeGreaterThanOrEqual(100);
      expect(software.length).toBeLessThan(500);
      expect(await importBytes(whole)).toMatchObject({ software: 500 - software.length, unchanged: software.length });
    });

    it('other keys than ours as if they were not there', async () => {
      const record = lone(['1.0']);
      const more = { ...record, __proto__: null, category: 'x', versions: [{ version: '1.0', size: 5 }] };
      await importLines(record);
      expect(await importLines(more, `{"__proto__":{"identity":1},${JSON.stringify(record).slice(1)}`)).toMatchObject({
        ...NOTHING,
        unchanged: 2,
      });
    });
  });

  describe('rejects', () => {
    const good = { publisher: { name: 'P' }, software: { name: 'S' }, versions: [{ version: '1' }] };
    const long = (count: number) => 'x'.repeat(count);

    it.each<[string, unknown, RegExp]>([
      ['text that is not JSON', '{"publisher":', /^the line is not valid JSON$/],
      ['a thousand brackets', '['.repeat(1_000_000), /^the line is not valid JSON$/],
      ['a list', '[]', /^the line must be an object$/],
      ['null', 'null', /^the line must be an object$/],
      ['no publisher', { ...good, publisher: undefined }, /^publisher must be an object$/],
      ['no publisher name', { ...good, publisher: {} }, /^publisher\.name must be text$/],
      ['an empty name', { ...good, software: { name: ' \u00a0\u3000 ' } }, /^software\.name must not be empty$/],
      ...['a\nb', 'a\r\nb', 'a\u0085b', 'a\u2028b', 'a\u001bb'].map((name): [string, unknown, RegExp] => [
        `a name with a control character (${JSON.stringify(name)})`,
        { ...good, software: { name } },
        /^software\.name must not have line breaks or control characters$/,
      ]),
      ['such a name of the publisher', { ...good, publisher: { name: 'a\tb' } }, /^publisher\.name must not have line/],
      ['a name that is too long', { ...good, software: { name: long(256) } }, /^software\.name .* 255 characters$/],
      ['a number as description', { ...good, software: { name: 'S', description: 1 } }, /^software\.description must/],
      ['a long description', { ...good, software: { name: 'S', description: long(10_001) } }, /10000 characters$/],
      ['a script as URL', { ...good, software: { name: 'S', url: 'javascript:alert(1)' } }, /^software\.url .*http/],
      ['half a URL', { ...good, publisher: { name: 'P', support_url: 'example.org' } }, /^publisher\.support_url /],
      ['versions that are no list', { ...good, versions: {} }, /^versions must be an array$/],
      ['a version that is text', { ...good, versions: ['1.0'] }, /^versions\[0\] must be an object$/],
      ['the second version without label', { ...good, versions: [{ version: '1' }, {}] }, /^versions\[1\]\.version /],
      ['a label that is too long', { ...good, versions: [{ version: long(256) }] }, /^versions\[0\]\.version /],
      ['no date', { ...good, versions: [{ version: '1', released_at: 'soon' }] }, /^versions\[0\]\.released_at /],
      ['the 31st of April', { ...good, versions: [{ version: '1', released_at: '2026-04-31' }] }, /released_at/],
      ['a number as date', { ...good, versions: [{ version: '1', removed_at: 1 }] }, /^versions\[0\]\.removed_at /],
      [
        'a script as release notes',
        { ...good, versions: [{ version: '1', notes_url: 'javascript:alert(1)' }] },
        /^versions\[0\]\.notes_url /,
      ],
      ['a word as flag', { ...good, versions: [{ version: '1', prerelease: 'yes' }] }, /^versions\[0\]\.prerelease /],
      ['an identity without id', { ...good, identity: { kind: 'x' } }, /^identity\.id must be text$/],
      ['an identity kind of ours', { ...good, identity: { kind: 'name', id: '1' } }, /^identity\.kind /],
      ['an identity kind with a colon', { ...good, identity: { kind: 'a:b', id: '1' } }, /^identity\.kind /],
      ['too many versions', { ...good, versions: Array(50_001).fill({ version: '1' }) }, /^versions .* 50000 entries$/],
    ])('%s, and says why', async (_what, line, reason) => {
      const { rejections, ...summary } = await importLines(line as object);
      expect(summary).toEqual({ ...NOTHING, rejected: 1 });
      expect(rejections).toEqual([{ line: 1, reason: expect.stringMatching(reason) }]);
    });

    it('a line of more than 8 MiB, and takes the one after it', async () => {
      const half = Buffer.alloc(5 * 1024 * 1024, 'x');
      const result = await importBytes('{"a":"', half, half, '"}\n', `${JSON.stringify(lone(['1']))}\n`);
      expect(result).toMatchObject({ software: 1, rejections: [{ line: 1, reason: 'the line is longer than 8 MiB' }] });
    });

    it('bad lines by their number in the file, and takes the good ones around them', async () => {
      const [first, second] = [lone(['1.0']), lone(['1.0'])];
      const result = await importLines(first, '', 'no JSON', '', { ...second, versions: [{}] }, second);
      expect(result).toMatchObject({ software: 2, versions: 2, rejected: 2, unchanged: 0 });
      expect(result.rejections.map(({ line }) => line)).toEqual([3, 5]);
    });

    it('a whole record, not the half of it', async () => {
      const record = lone(['1.0', { version: '2.0', released_at: 'never' }]);
      expect(await importLines(record)).toMatchObject({ ...NOTHING, rejected: 1 });
      expect(await stored(record.publisher.name)).toEqual({ publisher: [], software: [], version: [] });
    });
  });

  it('takes text of the greatest length in any script, and shows it as it was', async () => {
    const name = '🎉'.repeat(250) + String(++serial).padStart(5, '0');
    const record = {
      publisher: { name, url: `https://example.org/${'p'.repeat(2_028)}` },
      software: { name, short_description: '字'.repeat(1_000), description: '🎉'.repeat(10_000) },
      versions: [{ version: '🎉'.repeat(255), released_at: '0001-01-01' }],
    };
    expect(await importLines(record)).toMatchObject({ publishers: 1, software: 1, versions: 1, rejections: [] });
    expect(await importLines(record)).toMatchObject({ ...NOTHING, unchanged: 1 });
    const rows = await stored(name);
    expect(rows.software).toMatchObject([{ name, description: record.software.description }]);
    expect(rows.version).toMatchObject([{ version: record.versions[0]!.version }]);
  });

  it('replaces what no text may hold instead of refusing the record', async () => {
    const record = lone(['1.0\u0000b'], { software: { description: 'half a pair: \ud83c' } });
    expect(await importLines(record)).toMatchObject({ software: 1, rejections: [] });
    const { software, version } = await stored(record.publisher.name);
    expect(software).toMatchObject([{ description: 'half a pair: \ufffd' }]);
    expect(version).toMatchObject([{ version: '1.0\ufffdb' }]);
    expect(await importLines(record)).toMatchObject({ ...NOTHING, unchanged: 1 });
  });

  describe('knows a product', () => {
    it('by its identity, whatever it and its publisher are called now', async () => {
      const record = lone(['1.0']);
      await importLines(record);
      const before = await stored(record.publisher.name);
      const name = unique('New owner');
      const renamed = { ...record, publisher: { name }, software: { ...record.software, name: 'Renamed' } };
      expect(await importLines(renamed)).toMatchObject({ publishers: 1, software: 1, versions: 0 });
      const after = await stored(name);
      expect(after.software).toMatchObject([{ id: before.software[0]!.id, name: 'Renamed' }]);
      expect(after.version).toEqual(before.version);
      expect((await stored(record.publisher.name)).software).toEqual([]);
    });

    it('as two when two sources have it under one name', async () => {
      const record = lone(['1.0']);
      const other = { ...record, identity: { kind: 'other', id: record.identity.id } };
      expect(await importLines(record, other)).toMatchObject({ publishers: 1, software: 2, versions: 2 });
      expect((await stored(record.publisher.name)).software).toHaveLength(2);
    });

    it('by publisher and name when the record names no identity, in any case and form of the letters', async () => {
      const name = unique('Crème Brûlée');
      const plain = { publisher: { name }, software: { name }, versions: [{ version: '1.0' }] };
      const folded = { name: name.normalize('NFD').toUpperCase() };
      await importLines(plain);
      expect(await importLines(plain)).toMatchObject({ ...NOTHING, unchanged: 1 });
      const again = { ...plain, software: folded, versions: [{ version: '1.1' }] };
      expect(await importLines(again)).toMatchObject({ publishers: 0, software: 1, versions: 1 });
      expect((await stored(name)).software).toHaveLength(1);
      const elsewhere = { ...plain, publisher: { name: unique('Another publisher') } };
      expect(await importLines(elsewhere)).toMatchObject({ publishers: 1, software: 1, versions: 1 });
    });

    it('without an identity as the one with one, in the same file and later', async () => {
      const record = lone(['1.0']);
      const plain = { ...record, identity: undefined, versions: [{ version: '1.1' }] };
      expect(await importLines(record, plain)).toMatchObject({ publishers: 1, software: 1, versions: 2 });
      expect(await importLines({ ...plain, versions: [{ version: '1.2' }] })).toMatchObject({
        software: 0,
        versions: 1,
      });
      const { software, version } = await stored(record.publisher.name);
      expect(software).toHaveLength(1);
      expect(version.map((row) => row.version)).toEqual(['1.0', '1.1', '1.2']);
    });
  });

  describe('the same again', () => {
    it('changes nothing and says so', async () => {
      const record = lone(['1.0', { version: '2.0-rc1', prerelease: true, released_at: '2026-01-02' }]);
      expect(await importLines(record)).toMatchObject({ publishers: 1, software: 1, versions: 2, unchanged: 0 });
      const before = await stored(record.publisher.name);
      expect(await importLines(record)).toMatchObject({ ...NOTHING, unchanged: 1 });
      expect(await importLines({ ...record, versions: [] })).toMatchObject({ ...NOTHING, unchanged: 1 });
      expect(await stored(record.publisher.name)).toEqual(before);
      const marks = 'SELECT * FROM update_mark WHERE software_id = ?';
      expect(await test.database.query(marks, [before.software[0]!.id as string])).toEqual([]);
    });

    it('changes nothing when a file says something twice, once with less', async () => {
      const record = lone([{ version: '1.0', released_at: '2026-01-02', prerelease: true }, '1.1']);
      const less = { ...record, versions: [{ version: '1.0' }], software: { name: record.software.name } };
      expect(await importLines(less, record, less)).toMatchObject({ publishers: 1, software: 1, unchanged: 1 });
      const before = await stored(record.publisher.name);
      expect(before.version).toMatchObject([{ released_at: '2026-01-02 00:00:00.000000' }, { version: '1.1' }]);
      expect(await importLines(less, record, less)).toMatchObject({ ...NOTHING, unchanged: 3 });
      expect(await stored(record.publisher.name)).toEqual(before);
    });

    it('takes the last of two entries with one label', async () => {
      const record = lone([{ version: '1.0', released_at: '2026-01-01' }, ' 1.0 ']);
      expect(await importLines(record)).toMatchObject({ versions: 1, rejected: 0 });
      expect((await stored(record.publisher.name)).version).toMatchObject([{ version: '1.0', released_at: null }]);
      expect(await importLines(record)).toMatchObject({ ...NOTHING, unchanged: 1 });
    });
  });

  describe('lines that contradict each other', () => {
    it.each<[string, object, object]>([
      [
        'software.description',
        { software: { name: 'S', description: 'one' } },
        { software: { name: 'S', description: 'two' } },
      ],
      ['software.name', { software: { name: 'S' } }, { software: { name: 'Another' } }],
      ['publisher.url', { publisher: { url: 'https://a.example' } }, { publisher: { url: 'https://b.example' } }],
      ['ordering', { ordering: { scheme: 'semver' } }, { ordering: { scheme: 'rpm' } }],
      ['versions[].released_at', { released_at: '2026-01-01' }, { released_at: '2026-01-02' }],
      ['versions[].removed_at', {}, { removed_at: '2026-01-02' }],
      ['versions[].prerelease', { prerelease: true }, { prerelease: false }],
      ['versions[].notes_url', { notes_url: 'https://a.example' }, { notes_url: 'https://b.example' }],
    ])(
      'about %s: the first is taken, the other one is not, and the same again changes nothing',
      async (field, one, other) => {
        const base = lone(['1.0']);
        const line = (said: { publisher?: object }) =>
          field.startsWith('versions')
            ? { ...base, versions: [{ version: '1.0', ...said }] }
            : { ...base, ...said, publisher: { name: base.publisher.name, ...said.publisher } };
        const result = await importLines(line(one), line(other));
        expect(result).toMatchObject({ software: 1, versions: 1, rejected: 1, rejections: [{ line: 2 }] });
        expect(result.rejections[0]!.reason).toMatch(
          / is not what an earlier line of this import says of the same product$/,
        );
        expect(result.rejections[0]!.reason.startsWith(field)).toBe(true);
        const before = await stored(base.publisher.name);
        expect(await importLines(line(one), line(other))).toMatchObject({ ...NOTHING, unchanged: 1, rejected: 1 });
        expect(await stored(base.publisher.name)).toEqual(before);
      },
    );

    it('are found hundreds of lines apart, and where one names the product by its name', async () => {
      const record = lone(['1.0']);
      // In another batch.
      const others = Array.from({ length: 120 }, () => lone(['1.0']));
      const plain = {
        ...record,
        identity: undefined,
        software: { ...record.software, url: 'https://example.org/other' },
      };
      const result = await importLines(record, ...others, { ...record, versions: [{ version: '2.0' }] }, plain);
      expect(result).toMatchObject({ software: 121, versions: 122, rejected: 1, rejections: [{ line: 123 }] });
    });

    it('take no other line of their transaction with them', async () => {
      const record = lone(['1.0']);
      const contrary = { ...record, software: { ...record.software, description: 'no' } };
      const others = Array.from({ length: 5 }, () => lone(['1.0']));
      const result = await importLines(record, ...others.flatMap((other) => [contrary, other]));
      expect(result).toMatchObject({ publishers: 6, software: 6, versions: 6, unchanged: 0, rejected: 5 });
    });

    it('are two imports when they come one after the other: then the later one counts', async () => {
      const record = lone(['1.0']);
      await importLines(record);
      const later = { ...record, software: { ...record.software, description: 'later' } };
      expect(await importLines(later)).toMatchObject({ software: 1, rejected: 0 });
    });
  });

  describe('changed facts', () => {
    it("of a product move its last_update and nobody else's", async () => {
      const record = lone(['1.0']);
      await importLines(record);
      const before = await stored(record.publisher.name);
      const changed = { ...record, software: { ...record.software, short_description: 'Better' } };
      expect(await importLines(changed)).toMatchObject({ publishers: 0, software: 1, versions: 0, unchanged: 0 });
      const after = await stored(record.publisher.name);
      const [old] = before.software;
      const { updated_at, written_at } = after.software[0]!;
      expect(after).toEqual({
        ...before,
        software: [
          {
            ...old,
            short_description: 'Better',
            search_digest: expect.not.stringMatching(String(old!.search_digest)),
            updated_at,
            written_at,
          },
        ],
      });
      expect(after.software[0]!.updated_at! > old!.updated_at!).toBe(true);
    });

    it("of a publisher move its last_update and nobody else's", async () => {
      const record = lone(['1.0']);
      await importLines(record);
      const before = await stored(record.publisher.name);
      const url = 'https://example.org/moved';
      expect(await importLines({ ...record, publisher: { ...record.publisher, url } })).toMatchObject({
        publishers: 1,
        software: 0,
        versions: 0,
      });
      const after = await stored(record.publisher.name);
      expect(after).toEqual({
        ...before,
        publisher: [{ ...before.publisher[0], url, updated_at: after.publisher[0]!.updated_at }],
      });
      expect(after.publisher[0]!.updated_at! > before.publisher[0]!.updated_at!).toBe(true);
    });

    it('are taken, and what a record does not say any more stays', async () => {
      const record = lone(['1.0']);
      await importLines(record);
      const { name } = record.publisher;
      await importLines({ ...record, publisher: { name, url: null }, software: { name: record.software.name } });
      expect((await stored(name)).software).toMatchObject([{ description: record.software.description }]);
    });

    it('of a publisher come from the record that made it; those of others only fill gaps', async () => {
      const name = unique('Shared publisher');
      const record = (id: string, publisher: object) => ({ ...product(id, ['1']), publisher: { name, ...publisher } });
      const first = record('a', { url: 'https://a.example' });
      const second = record('b', { url: 'https://b.example', support_url: 'https://b.example/help' });
      const third = record('c', { url: 'https://c.example', support_url: 'https://c.example/help' });
      expect(await importLines(first, second, third)).toMatchObject({ publishers: 1, software: 3, unchanged: 0 });
      const { publisher } = await stored(name);
      expect(publisher).toMatchObject([{ url: 'https://a.example', support_url: 'https://b.example/help' }]);
      expect(await importLines(third, first, second)).toMatchObject({ ...NOTHING, unchanged: 3 });
      expect(await stored(name)).toMatchObject({ publisher });
    });
  });

  describe('versions', () => {
    it('that are new move the latest and last_update; others stay', async () => {
      const record = lone(['1.9', '1.2']);
      await importLines(record);
      const before = await stored(record.publisher.name);
      expect(await latest(record.publisher.name)).toBe('1.9');
      expect(await importLines({ ...record, versions: [{ version: '1.10' }] })).toMatchObject({
        publishers: 0,
        software: 0,
        versions: 1,
        unchanged: 0,
      });
      const after = await stored(record.publisher.name);
      expect(await latest(record.publisher.name)).toBe('1.10');
      expect(after.version.slice(0, 2)).toEqual(before.version);
      expect(after.software[0]!.updated_at! > before.software[0]!.updated_at!).toBe(true);
      expect(after.publisher).toEqual(before.publisher);
    });

    it('that are older than the latest do not move it', async () => {
      const record = lone(['2.0']);
      await importLines(record);
      await importLines({ ...record, versions: [{ version: '1.99' }, { version: '2' }] });
      expect(await latest(record.publisher.name)).toMatch(/^2(\.0)?$/);
      expect((await stored(record.publisher.name)).version).toHaveLength(3);
    });

    it('that are withdrawn are not the latest, until they come back', async () => {
      const record = lone(['1.0', '2.0']);
      const withdrawn = { version: '2.0', removed_at: '2026-05-01T10:00:00Z' };
      await importLines(record);
      const before = await stored(record.publisher.name);
      expect(await importLines({ ...record, versions: [withdrawn] })).toMatchObject({ versions: 1 });
      expect(await latest(record.publisher.name)).toBe('1.0');
      expect(await importLines({ ...record, versions: [withdrawn] })).toMatchObject({ ...NOTHING, unchanged: 1 });
      await importLines({ ...record, versions: [{ ...withdrawn, version: '1.0' }] });
      expect(await latest(record.publisher.name)).toBeNull();
      expect(await importLines(record)).toMatchObject({ versions: 2 });
      expect(await latest(record.publisher.name)).toBe('2.0');
      expect((await stored(record.publisher.name)).version).toEqual(before.version);
    });

    it('that are pre-releases are the latest only when there is nothing else', async () => {
      const record = lone(['2.0-beta1', '2.0-beta2']);
      await importLines(record);
      expect(await latest(record.publisher.name)).toBe('2.0-beta2');
      await importLines({ ...record, versions: [{ version: '1.0' }] });
      expect(await latest(record.publisher.name)).toBe('1.0');
    });

    it('are pre-releases or not as their source says, and it keeps its word when it falls silent', async () => {
      const record = lone(['1.0', { version: '2.0', prerelease: true }]);
      await importLines(record);
      expect(await latest(record.publisher.name)).toBe('1.0');
      expect(await importLines({ ...record, versions: [{ version: '2.0' }] })).toMatchObject({ versions: 0 });
      expect(await latest(record.publisher.name)).toBe('1.0');
      expect(await importLines({ ...record, versions: [{ version: '2.0', prerelease: false }] })).toMatchObject({
        versions: 1,
      });
      expect(await latest(record.publisher.name)).toBe('2.0');
    });

    it('with labels that sort alike are all kept', async () => {
      const record = lone(['1.0', 'v1.0', '1.0.0', '1.0 ', 'V1.0']);
      expect(await importLines(record)).toMatchObject({ versions: 4, rejected: 0 });
      expect(await importLines(record)).toMatchObject({ ...NOTHING, unchanged: 1 });
    });

    it('have the date of their release to the microsecond, or that of their arrival', async () => {
      const record = lone(['1.0', { version: '2.0', released_at: '2026-05-01T10:00:00.123456+02:00' }]);
      await importLines(record);
      const { version } = await stored(record.publisher.name);
      expect(version[1]).toMatchObject({ created_at: '2026-05-01 08:00:00.123456' });
      expect(version[0]!.created_at).toBe(version[0]!.added_at);
      await importLines({ ...record, versions: [{ version: '1.0', released_at: '2026-04-01' }] });
      expect((await stored(record.publisher.name)).version[0]).toMatchObject({
        created_at: '2026-04-01 00:00:00.000000',
        added_at: version[0]!.added_at,
      });
    });

    it('of one product in hundreds of lines are all there', async () => {
      const record = lone([]);
      const labels = Array.from({ length: 450 }, (_, index) => ({ version: `1.${index}` }));
      const lines = labels.map((entry) => ({ ...record, versions: [entry] }));
      expect(await importLines(...lines)).toMatchObject({ publishers: 1, software: 1, versions: 450, rejected: 0 });
      expect(await latest(record.publisher.name)).toBe('1.449');
      expect(await importLines({ ...record, versions: labels })).toMatchObject({ ...NOTHING, unchanged: 1 });
    });
  });
});
