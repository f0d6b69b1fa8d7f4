import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { pack } from 'tar-stream';
import { importFiles } from '../../../scripts/lib/catalogue/import-files.mjs';
import type { Remark } from '../../../src/source/catalogue/reading';
import { useApp } from '../../setup/app';

const PAYLOADS = join(__dirname, 'payloads', 'winget');
const NOTHING = { publishers: 0, software: 0, versions: 0, unchanged: 0, rejected: 0 };

/** The manifests of a version of a package, which have names and folders as in the repository. */
function manifests(identifier: string, version: string, more: Record<string, string> = {}): Record<string, string> {
  const folder = `manifests/${identifier[0]!.toLowerCase()}/${identifier.replaceAll('.', '/')}/${version}`;
  const head = `PackageIdentifier: ${identifier}\nPackageVersion: ${version}\n`;
  const names = `Publisher: ${more.publisher ?? 'Acme'}\nPackageName: ${more.name ?? identifier}\n`;
  return {
    [`${folder}/${identifier}.installer.yaml`]: `${head}ReleaseDate: 2026-01-02\nManifestType: installer\n`,
    [`${folder}/${identifier}.locale.en-US.yaml`]: `${head}${names}${more.facts ?? ''}ManifestType: defaultLocale\n`,
    [`${folder}/${identifier}.yaml`]: `${head}DefaultLocale: en-US\nManifestType: version\n`,
  };
}

/** With paths of any length. */
function tar(files: Record<string, string>): Promise<Buffer> {
  const packed = pack();
  for (const [name, text] of Object.entries(files)) packed.entry({ name }, text);
  packed.finalize();
  return buffer(packed);
}

describe('the import of winget manifests', () => {
  const test = useApp();
  let folder: string;

  beforeEach(async () => {
    for (const table of ['software', 'publisher']) await test.database.execute(`DELETE FROM ${table}`);
    folder = mkdtempSync(join(tmpdir(), 'tracker-winget-'));
  });

  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  async function importFrom(location: string) {
    const rejections: Remark[] = [];
    const done: (number | null)[] = [];
    const events = {
      rejected: (one: Remark) => rejections.push(one),
      progress: (part: number | null) => done.push(part),
    };
    const summary = await importFiles(test.app, 'winget', location, events);
    return { summary, done, rejections: rejections.map(({ at, reason }) => `${at}: ${reason}`) };
  }

  function write(files: Record<string, string | Buffer>): string {
    for (const [path, content] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), content);
    }
    return folder;
  }

  async function archive(files: Record<string, string>): Promise<string> {
    writeFileSync(join(folder, 'archive.tar.gz'), gzipSync(await tar(files)));
    return join(folder, 'archive.tar.gz');
  }

  const real = () =>
    Object.fromEntries(
      readdirSync(PAYLOADS, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ parentPath, name }) => join(parentPath, name))
        .map((path) => [path.slice(PAYLOADS.length + 1), readFileSync(path, 'utf8')]),
    );

  const versionsOf = (identifier: string) =>
    test.database.query<{ version: string; day: string | null; notes_url: string | null }>(
      `SELECT v.version, SUBSTR(v.released_at, 1, 10) AS day, v.notes_url FROM version v
       JOIN software s ON s.id = v.software_id WHERE s.identity = ? ORDER BY v.version_key, v.version`,
      [`winget:${identifier}`],
    );

  const productOf = async (identifier: string) => {
    const [row] = await test.database.query<Record<string, unknown>>(
      `SELECT s.name, s.short_description, s.description, s.url, p.name AS publisher, p.url AS publisher_url,
         p.support_url, p.privacy_url FROM software s JOIN publisher p ON p.id = s.publisher_id WHERE s.identity = ?`,
      [`winget:${identifier}`],
    );
    return row;
  };

  it('takes real manifests out of a folder, and nothing when it is done again', async () => {
    const { summary, rejections, done } = await importFrom(PAYLOADS);
    expect({ summary, rejections }).toEqual({
      summary: { publishers: 9, software: 10, versions: 20, unchanged: 0, rejected: 0 },
      rejections: [],
    });
    expect(done.at(-1)).toBeGreaterThan(0.5);
    expect(await productOf('360.360SE')).toEqual({
      name: '360安全浏览器',
      short_description: 'A browser by Qihoo 360 with safe in mind',
      description: expect.stringMatching(/^360 Safe Browser \(360SE\) is a powerful/),
      url: 'https://browser.360.cn/',
      publisher: '360安全中心',
      publisher_url: 'https://browser.360.cn/',
      support_url: 'https://bbs.360.cn/forum-141-1.html',
      privacy_url: 'http://www.360.cn/privacy/v3/anquanliulanqi.html',
    });
    expect(await versionsOf('360.360SE')).toEqual([
      expect.objectContaining({ version: '14.1.1107.0' }),
      { version: '15.3.3046.64', day: null, notes_url: 'https://bbs.360.cn/thread-16096544-1-1.html' },
    ]);
    expect((await importFrom(PAYLOADS)).summary).toEqual({ ...NOTHING, unchanged: 10 });
    // Versions are text; singletons, dates in any form, packages below packages.
    const labels = async (identifier: string) => (await versionsOf(identifier)).map(({ version }) => version);
    expect(await labels('Japplis.AntCommander.Personal')).toEqual(['4.10', '4.11']);
    expect(await labels('Japplis.AntCommander.Pro')).toEqual(['4.10', '4.10.1', '4.11']);
    expect(await labels('RoyalApps.RoyalTS.V7')).toEqual(['7.02.50424.0', '7.02.50617.0', '7.2.50617.0']);
    expect(await versionsOf('PolarGoose.ShowWhatProcessLocksFile')).toMatchObject([
      { version: '3.0', day: '2021-12-12' },
      { version: '6.0', day: null },
    ]);
    expect(await versionsOf('MultiMC.MultiMC')).toMatchObject([{ day: '2023-02-03' }]);
    // 16.03.24 may be two days.
    expect(await versionsOf('FrankBijnen.ExifToolGUI')).toMatchObject([{ day: null }]);
    expect(await productOf('Microsoft.Azure.FunctionsCoreTools')).toMatchObject({ publisher: 'Microsoft' });
  });

  it('takes the same out of an archive of the repository, whose paths begin with a folder', async () => {
    await importFrom(PAYLOADS);
    const others = { '.github/policy.yaml': 'a: [', 'fonts/a/Acme/Font/1/Acme.Font.yaml': 'a: [', 'README.md': '' };
    const files = Object.entries({ ...others, ...real() }).map(([path, text]) => [`winget-pkgs-4b3b56c/${path}`, text]);
    const { summary, rejections, done } = await importFrom(await archive(Object.fromEntries(files)));
    expect({ summary, rejections }).toEqual({ summary: { ...NOTHING, unchanged: 10 }, rejections: [] });
    expect(done.at(-1)).toBe(1);
  });

  it('takes an archive that is not packed, and the folder manifests itself', async () => {
    writeFileSync(join(folder, 'plain.tar'), await tar(manifests('Acme.Plain', '1.0')));
    expect((await importFrom(join(folder, 'plain.tar'))).summary).toMatchObject({ software: 1, versions: 1 });
    cpSync(PAYLOADS, folder, { recursive: true });
    expect((await importFrom(join(folder, 'manifests', 'j'))).summary).toMatchObject({ software: 2, versions: 5 });
    expect((await importFrom(join(folder, 'manifests'))).summary).toMatchObject({ software: 8, unchanged: 2 });
  });

  it('takes the names of the highest version, and those of the default locale only', async () => {
    const translation = (identifier: string, version: string) =>
      `PackageIdentifier: ${identifier}\nPackageVersion: ${version}\nPublisher: Akme\nPackageName: Ding\n` +
      'Description: Auf Deutsch\nReleaseNotesUrl: https://example.org/neu\nManifestType: locale\n';
    const files = {
      ...manifests('Acme.Thing', '1.10', { name: 'Thing', facts: 'PackageUrl: https://example.org/thing\n' }),
      ...manifests('Acme.Thing', '1.9', { name: 'Old thing', publisher: 'Old Acme' }),
      ...{ 'manifests/a/Acme/Thing/1.10/Acme.Thing.locale.de.yaml': translation('Acme.Thing', '1.10') },
    };
    expect((await importFrom(await archive(files))).summary).toMatchObject({ publishers: 1, software: 1, versions: 2 });
    expect(await productOf('Acme.Thing')).toMatchObject({ name: 'Thing', publisher: 'Acme', description: null });
    expect((await versionsOf('Acme.Thing')).at(-1)).toMatchObject({ notes_url: 'https://example.org/neu' });
    expect((await importFrom(write(files))).summary).toEqual({ ...NOTHING, unchanged: 1 });
  });

  it('puts a package together whose versions are around those of another', async () => {
    const files = {
      ...manifests('Acme.App', '1.0'),
      ...manifests('Acme.App.Beta', '2.0'),
      ...manifests('Acme.App', 'v3'),
    };
    expect((await importFrom(await archive(files))).summary).toMatchObject({ software: 2, versions: 3, rejected: 0 });
    expect((await importFrom(await archive(files))).summary).toEqual({ ...NOTHING, unchanged: 2 });
  });

  it('reports bad files by path and line, and takes the others', async () => {
    const bad = 'manifests/a/Acme/Bad/1.0';
    const head = 'PackageIdentifier: Acme.Bad\nPackageVersion: 1.0\n';
    const files = {
      ...manifests('Acme.Good', '1.0'),
      [`${bad}/a.yaml`]: `${head}Key: [\n`,
      [`${bad}/b.yaml`]: `${head}Publisher: Acme\nPackageName: ${'x'.repeat(256)}\nManifestType: defaultLocale\n`,
      [`${bad}/c.yaml`]: 'PackageVersion: 1.0\nManifestType: version\n',
      [`${bad}/d.yaml`]: `${head}ManifestType: other\n`,
      [`${bad}/e.yaml`]: '- a list\n',
      [`${bad}/f.yaml`]: `PackageIdentifier: ../../etc/passwd\nPackageVersion: 1.0\nManifestType: version\n`,
      [`${bad}/g.yaml`]: `a: ${'x'.repeat(1024 * 1024)}\n`,
      [`${bad}/h.yaml`]: Buffer.from([0x61, 0x3a, 0xff]),
      'manifests/a/Acme/Nameless/1.0/x.yaml':
        'PackageIdentifier: Acme.Nameless\nPackageVersion: 1\nManifestType: version\n',
    };
    const { summary, rejections } = await importFrom(write(files));
    expect(summary).toMatchObject({ software: 1, versions: 1, rejected: 9 });
    expect(rejections).toEqual([
      expect.stringMatching(/^manifests\/a\/Acme\/Bad\/1\.0\/a\.yaml:[34]: is not the YAML of a manifest$/),
      `${bad}/b.yaml:4: PackageName must not be longer than 255 characters`,
      `${bad}/c.yaml: PackageIdentifier must be text`,
      expect.stringMatching(/d\.yaml:3: ManifestType must be one of singleton, version/),
      `${bad}/e.yaml: is not a manifest`,
      `${bad}/f.yaml:1: PackageIdentifier must be like A.B`,
      `${bad}/g.yaml: is longer than 1048576 bytes`,
      `${bad}/h.yaml: is not UTF-8`,
      expect.stringMatching(/Nameless\/1\.0\/x\.yaml: no manifest names Acme\.Nameless/),
    ]);
  });

  it('follows no link', async () => {
    const outside = mkdtempSync(join(tmpdir(), 'tracker-outside-'));
    cpSync(PAYLOADS, outside, { recursive: true });
    write(manifests('Acme.Inside', '1.0'));
    symlinkSync(outside, join(folder, 'manifests', 'b'));
    symlinkSync(
      join(outside, 'manifests/s/Sigrok/PulseView/nightly/Sigrok.PulseView.yaml'),
      join(folder, 'manifests/c.yaml'),
    );
    const { summary, rejections } = await importFrom(folder);
    rmSync(outside, { recursive: true });
    expect(summary).toEqual({ publishers: 1, software: 1, versions: 1, unchanged: 0, rejected: 2 });
    const reason = 'is a link, which is not followed';
    expect(rejections).toEqual([`manifests/b: ${reason}`, `manifests/c.yaml: ${reason}`]);
  });

  it('says that an archive has a folder in two places', async () => {
    const files = {
      ...manifests('Acme.One', '1.0'),
      ...manifests('Baker.One', '1.0'),
      ...manifests('Acme.Two', '1.0'),
    };
    const { summary, rejections } = await importFrom(await archive(files));
    expect(summary).toMatchObject({ software: 2, rejected: 3 });
    expect(rejections[0]).toMatch(
      /Acme\.Two\.installer\.yaml: comes after its folder ended: sort the archive by path$/,
    );
  });

  it('fails on what is broken off or no archive, and keeps what was complete', async () => {
    const text = Object.assign(
      {},
      ...Array.from({ length: 250 }, (_, index) => manifests(`A${index}.B`, '1.0')),
    ) as Record<string, string>;
    const whole = await tar(text);
    writeFileSync(join(folder, 'half.tar'), whole.subarray(0, whole.length / 2));
    await expect(importFrom(join(folder, 'half.tar'))).rejects.toThrow('Unexpected end of data');
    const total = { text: 'SELECT COUNT(*) AS total FROM software', parameters: [] };
    expect(await test.database.count(total)).toBe(100);
    writeFileSync(join(folder, 'text.tar'), 'no archive '.repeat(200));
    await expect(importFrom(join(folder, 'text.tar'))).rejects.toThrow(/tar/);
    writeFileSync(join(folder, 'empty.tar'), '');
    await expect(importFrom(join(folder, 'empty.tar'))).rejects.toThrow('This is not a tar archive');
    await expect(importFrom(join(folder, 'missing'))).rejects.toThrow('ENOENT');
  });
});
