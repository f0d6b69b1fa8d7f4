import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { useAgent, useApp } from '../../setup/app';

const BUNDLED = join(__dirname, '..', '..', '..', 'data', 'catalogue.ndjson.gz');

/** What people type, and the product of the bundled catalogue that they mean. */
const MEANT: [q: string, name: string][] = [
  ['firefox', 'Firefox'],
  ['mozilla firefox', 'Firefox'],
  ['firefx', 'Firefox'],
  ['node', 'Node.js'],
  ['nodejs', 'Node.js'],
  ['node.js', 'Node.js'],
  ['postgres', 'PostgreSQL'],
  ['postgers', 'PostgreSQL'],
  ['psql', 'PostgreSQL'],
  ['vscode', 'Microsoft Visual Studio Code'],
  ['vs code', 'Microsoft Visual Studio Code'],
  ['visual studio code', 'Microsoft Visual Studio Code'],
  ['visual studio', 'Microsoft Visual Studio'],
  ['7zip', '7-Zip'],
  ['7-zip', '7-Zip'],
  ['chrome', 'Google Chrome'],
  ['gogle chrome', 'Google Chrome'],
  ['python', 'Python'],
  ['pyhton', 'Python'],
  ['java', 'Oracle JDK'],
  ['git', 'Git'],
  ['gitlab', 'GitLab'],
  ['vlc', 'VLC media player'],
  ['mysql', 'MySQL'],
  ['mariadb', 'MariaDB'],
  ['mongo', 'MongoDB Server'],
  ['redis', 'Redis'],
  ['httpd', 'Apache HTTP Server'],
  ['k8s', 'Kubernetes'],
  ['terraform', 'Hashicorp Terraform'],
  ['elastic', 'Elasticsearch'],
  ['kafka', 'Apache Kafka'],
  ['tomcat', 'Apache Tomcat'],
  ['rails', 'Ruby on Rails'],
  ['golang', 'Go'],
  ['thunderbird', 'Mozilla Thunderbird'],
  ['libre office', 'LibreOffice'],
  ['notepad++', 'Notepad++'],
  ['notepad', 'Notepad++'],
  ['obs', 'OBS Studio'],
  ['zoom', 'Zoom Workplace'],
  ['teams', 'Microsoft Teams'],
  ['rhel', 'Red Hat Enterprise Linux'],
  ['adobe reader', 'Adobe Acrobat Reader DC (64-bit)'],
  ['.net', 'Microsoft .NET'],
  ['mssql', 'Microsoft SQL Server'],
  ['edge', 'Microsoft Edge'],
];

/** Where several may be meant, it is among the first three. */
const AMONG: [q: string, name: string][] = [
  ['apache', 'Apache HTTP Server'],
  ['docker', 'Docker Engine'],
  ['windows', 'Microsoft Windows'],
  ['angular', 'Angular'],
  ['powershell', 'Microsoft PowerShell'],
  ['intellij', 'IntelliJ IDEA Community Edition'],
];

const test = useApp();
const ada = useAgent(() => test.as('ada'));

/** Without their versions, which nobody searches. */
beforeAll(async () => {
  const lines = gunzipSync(readFileSync(BUNDLED)).toString().trimEnd().split('\n');
  const records = lines.map((line) => ({ ...(JSON.parse(line) as object), versions: [] }));
  expect(await test.import(...records)).toMatchObject({ rejected: 0 });
});

async function firstThree(q: string): Promise<string[]> {
  const { body } = await ada.get(`/api/v1/software?per_page=3&q=${encodeURIComponent(q)}`).expect(200);
  return (body.data as { name: string }[]).map(({ name }) => name);
}

describe('a search of the bundled catalogue', () => {
  it.each(MEANT)('for %s finds %s first', async (q, name) => {
    expect((await firstThree(q))[0]).toBe(name);
  });

  it.each(AMONG)('for %s finds %s among the first three', async (q, name) => {
    expect(await firstThree(q)).toContain(name);
  });
});
