import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { load } from 'js-yaml';
import { Metrics } from '../../src/common/metrics';
import { useApp } from '../setup/app';
import { expectGenerated } from '../setup/generated';

const read = (file: string) => readFileSync(join(__dirname, '..', '..', 'docs', file), 'utf8');

interface Rule {
  alert: string;
  expr: string;
  annotations: { summary: string };
}

/** A metric of prom-client. */
interface Shown {
  name: string;
  type: string;
  labelNames: string[];
  help: string;
}

interface Dashboard {
  panels: { title: string; targets: { expr: string }[] }[];
  templating: { list: { query: string | { query: string } }[] };
}

const groups = (load(read('monitoring/alerts.yml')) as { groups: { rules: Rule[] }[] }).groups;
const alerts = groups.flatMap(({ rules }) => rules).map(({ alert, expr }) => [alert, expr] as const);
const { panels, templating } = JSON.parse(read('monitoring/dashboard.json')) as Dashboard;
const shown = panels.flatMap(({ title, targets }) => targets.map(({ expr }) => [title, expr] as const));

/** The metrics of an expression: words with _ that are no functions, outside of selectors, ranges and groupings. */
const metricsOf = (expression: string): string[] =>
  expression
    .replace(/\b(by|without) \([^)]*\)|\{[^}]*\}|\[[^\]]*\]/g, '')
    .match(/\b[a-z]+(?:_[a-z0-9]+)+\b(?!\()|\bup\b/g) ?? [];

const labelsOf = (expression: string): string[] =>
  [...expression.matchAll(/\{([^}]*)\}|\b(?:by|without) \(([^)]*)\)/g)]
    .flatMap(([, selector, grouping]) => (selector ?? grouping!).replace(/"[^"]*"/g, '').split(','))
    .map((label) => label.replace(/[=!~].*/, '').trim());

/** Prometheus makes these itself. */
const ITS_OWN = ['up'];
const ITS_LABELS = ['instance', 'job', 'le'];

const test = useApp();
/** The names of all series, with their labels. */
let series: Map<string, string[]>;

beforeAll(async () => {
  const { text } = await test.http.get('/metrics').expect(200);
  const labels = new Map(
    test.app
      .get(Metrics)
      .registry.getMetricsAsArray()
      .map((metric) => [metric.name, (metric as unknown as { labelNames: string[] }).labelNames]),
  );
  const types = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name, type]) => [name!, type!] as const);
  series = new Map(
    types.flatMap(([name, type]) =>
      (type === 'histogram' ? ['_bucket', '_count', '_sum'] : ['']).map((end) => [name + end, labels.get(name)!]),
    ),
  );
});

it('names the alarm of favorites as its rule file has it', () => {
  const favorites = load(read('monitoring/favorites.yml')) as { groups: { rules: Rule[] }[] };
  const [{ alert, expr }] = favorites.groups[0]!.rules as [Rule];
  expect(read('other-tools.md')).toContain(`- alert: ${alert}\n  expr: ${expr}\n`);
});

describe.each([
  ['alerts.yml', alerts],
  ['dashboard.json', shown],
])('%s', (_file, expressions) => {
  it.each(expressions)('asks for metrics and labels that there are: %s', (_name, expression) => {
    const names = metricsOf(expression).filter((name) => !ITS_OWN.includes(name));
    expect(names.filter((name) => !series.has(name))).toEqual([]);
    expect(metricsOf(expression).length).toBeGreaterThan(0);
    const known = [...ITS_LABELS, ...names.flatMap((name) => series.get(name)!)];
    expect(labelsOf(expression).filter((label) => !known.includes(label))).toEqual([]);
  });
});

it.each(alerts)('%s asks for series of the job in the documented scrape only', (_name, expression) => {
  const job = /^ {2}- job_name: (\S+)$/m.exec(read('monitoring.md'))![1];
  for (const name of metricsOf(expression)) {
    const selectors = [...expression.matchAll(new RegExp(`\\b${name}\\b(\\{[^}]*\\})?`, 'g'))].map(
      ([, selector]) => selector,
    );
    expect(selectors.filter((selector) => !selector?.includes(`job="${job}"`))).toEqual([]);
  }
});

it('alerts.test.yml has a test of each alert', () => {
  const tests = read('monitoring/alerts.test.yml');
  expect([...tests.matchAll(/alertname="(\w+)"/g)].map(([, name]) => name)).toEqual(
    alerts.map(([name]) => name).sort(),
  );
});

it('docs/monitoring.md tells of every metric of ours, and of no other', () => {
  const metrics = test.app.get(Metrics).registry.getMetricsAsArray() as unknown as Shown[];
  const rows = metrics
    .filter(({ name }) => !/^(process|nodejs)_/.test(name))
    .sort((one, other) => (one.name < other.name ? -1 : 1))
    .map(
      ({ name, type, labelNames, help }) =>
        `| \`${name}\` | ${type} | ${labelNames.join(', ')} | ${help.replace(/\.$/, '')} |`,
    );
  expectGenerated(
    'monitoring.md',
    'metrics',
    ['| metric | kind | labels | says |', '| --- | --- | --- | --- |', ...rows].join('\n'),
  );
});

it('each shows something: alerts, panels, and an instance to choose', () => {
  expect(alerts.length).toBeGreaterThan(10);
  expect(new Set(panels.map(({ title }) => title)).size).toBe(panels.length);
  expect(JSON.stringify(templating)).toContain('label_values(database_up, instance)');
});
