import { join } from 'node:path';
import { runLibrary } from '../setup/process';

const FIXTURES = join(__dirname, '..', '..', 'packages', 'inventory-reader', 'test', 'fixtures', 'lockfiles');
const read = (args: string[], input?: string) => runLibrary('inventory-reader', ['inventory', 'read', ...args], input);

describe('inventory read', () => {
  it('prints the components of a file, one JSON object a line, with what is beside it, without a configuration', async () => {
    const { code, stdout, stderr } = await read([join(FIXTURES, 'docker-compose', 'docker-compose-1.yml')]);
    expect(code).toBe(0);
    const components = stdout.trimEnd().split('\n');
    expect(components).toHaveLength(4);
    expect(components[2]).toBe(
      '{"purl":"pkg:docker/image4@4.4.4","name":"image4","version":"4.4.4","direct":true,"where":"services.image4.image"}',
    );
    expect(stderr.trimEnd().split('\n')).toEqual([
      'services.image3.image: left out, its image has a variable without a value',
      'services.image6.image: left out, its image has a variable without a value',
    ]);
  });

  it('reads stdin, in the format that is named', async () => {
    const { code, stdout } = await read(['-', '--format', 'homebrew'], 'git 2.46.0\n');
    expect([code, JSON.parse(stdout)]).toEqual([0, expect.objectContaining({ purl: 'pkg:brew/git@2.46.0' })]);
  });

  it('ends with 1 and one line when it is no inventory, or no file', async () => {
    const [prose, none] = await Promise.all([read(['-'], 'Dear all\n'), read(['/nowhere/at/all'])]);
    const message = /^stdin: It is text that begins with "Dear all", of an unknown format\. .+\n$/;
    expect(prose).toMatchObject({ code: 1, stdout: '', stderr: expect.stringMatching(message) as string });
    expect(none).toMatchObject({ code: 1, stdout: '', stderr: '/nowhere/at/all cannot be read: ENOENT\n' });
  });
});
