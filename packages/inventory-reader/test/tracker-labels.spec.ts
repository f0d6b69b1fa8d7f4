import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Component, readInventory } from 'inventory-reader';
import { workOf } from '../../../test/setup/timing';

const fixture = (name: string) => readFileSync(join(__dirname, 'fixtures', 'compose', `${name}.yaml`), 'utf8');
const read = (text: string, format?: string) => readInventory(Buffer.from(text), { format });
const policiesOf = (components: Component[]) =>
  Object.fromEntries(components.map(({ name, ignored, policy }) => [name, ignored ?? policy ?? null]));
const policy = (labels: string[], more: object = {}) => ({
  ...{ labels, prereleases: false, series: null, minimumAgeDays: null },
  ...more,
});

/** Of one container with one label. */
function said(image: string, label: string, value: string) {
  const { components, warnings } = read(
    JSON.stringify([{ Name: '/one', Config: { Image: image, Labels: { [label]: value } } }]),
  );
  const [{ ignored, policy: of } = {} as Component] = components;
  if (ignored !== undefined) return `ignored: ${ignored}`;
  if (of)
    return (
      [of.prereleases ? 'pre-releases' : '', of.series ?? '', of.minimumAgeDays ?? ''].join(' ').trim() || 'as always'
    );
  return warnings.length === 0 ? 'nothing' : warnings.map((one) => one.replace(/^.*?: .*?: /, '')).join();
}

describe('labels of other trackers', () => {
  it('are read from a compose file of Watchtower', () => {
    const { components, warnings } = read(fixture('watchtower'));
    expect(policiesOf(components)).toEqual({
      'containrrr/watchtower': null,
      'grafana/grafana': null,
      postgres: 'com.centurylinklabs.watchtower.enable=false',
      redis: policy(['com.centurylinklabs.watchtower.cooldown-delay'], { minimumAgeDays: 2 }),
    });
    const not = (label: string, where: string) =>
      `A label is not taken over from services.${where}.image: com.centurylinklabs.watchtower.${label}: updates are told of here, and not installed.`;
    expect(warnings).toEqual([not('scope', 'watchtower'), not('lifecycle.pre-update', 'cache')]);
  });

  it('are read from a compose file of WUD', () => {
    const { components, warnings } = read(fixture('wud'));
    expect(policiesOf(components)).toEqual({
      'getwud/wud': 'wud.watch=false',
      'grafana/grafana': policy(['wud.tag.include']),
      postgres: policy(['wud.tag.include'], { series: '16' }),
      redis: policy(['wud.tag.exclude']),
    });
    expect(warnings.map((one) => /: (wud\.[\w.]+): /.exec(one)?.[1])).toEqual([
      ...['wud.display.name', 'wud.display.icon', 'wud.link.template'],
      ...['wud.tag.include', 'wud.tag.transform', 'wud.trigger.include'],
    ]);
  });

  it('are read from a compose file of drydock, whose own go before those of WUD', () => {
    const { components, warnings } = read(fixture('drydock'));
    const maturity = ['dd.updatePolicy.maturityMode', 'dd.updatePolicy.maturityMinAgeDays'];
    expect(policiesOf(components)).toEqual({
      'codeswhat/drydock': 'dd.watch=false',
      'grafana/grafana': policy(['dd.tag.exclude', ...maturity], { minimumAgeDays: 3 }),
      postgres: policy(['dd.tag.include'], { series: '16' }),
      redis: null,
    });
    expect(warnings.join()).toMatch(/dd\.group.*wud\.tag\.include: a policy has one series only.*skipTags.*hook\.post/);
  });

  it('are read from a compose file of Diun: what one tracker watches is not left out because of another', () => {
    const { components, warnings } = read(fixture('diun'));
    expect(policiesOf(components)).toEqual({
      'crazymax/diun': 'diun.enable=false',
      'grafana/grafana': policy(['diun.include_tags', 'diun.exclude_tags']),
      postgres: policy(['diun.include_tags'], { series: '16' }),
      redis: null,
    });
    expect(warnings).toHaveLength(4);
  });

  it('are read from quadlets, docker ps, docker service inspect, and the file of Diun', () => {
    const quadlet = [
      ...[
        '[Unit]',
        'Description=database',
        '[Container]',
        'Label="wud.tag.include=^16\\\\.\\d+$" app=x',
        'Image=postgres:16.4',
      ],
      ...["Label='dd.display.name=Our database'", '[Install]', 'Label=wud.watch=false'],
    ].join('\n');
    expect(policiesOf(read(quadlet, 'quadlet').components)).toEqual({
      postgres: policy(['wud.tag.include'], { series: '16' }),
    });
    const ps = {
      Names: 'db',
      Image: 'postgres:16.4',
      Labels: 'a=b,diun.include_tags=^16\\.\\d{1,2}$,wud.watch.delay=1w',
    };
    expect(policiesOf(read(`${JSON.stringify(ps)}\n`).components)).toEqual({
      postgres: policy(['wud.watch.delay', 'diun.include_tags'], { series: '16', minimumAgeDays: 7 }),
    });
    const Spec = { Labels: { 'wud.watch': 'false' }, TaskTemplate: { ContainerSpec: { Image: 'postgres:16.4' } } };
    expect(policiesOf(read(JSON.stringify([{ ID: 'x', Spec }])).components)).toEqual({ postgres: 'wud.watch=false' });
    const file =
      '- name: postgres:16.4\n  watch_repo: true\n  max_tags: 5\n  include_tags: ["^16\\\\."]\n  metadata: {a: b}\n';
    const { components, warnings } = read(file);
    expect(policiesOf(components)).toEqual({ postgres: policy(['diun.include_tags'], { series: '16' }) });
    expect(warnings).toHaveLength(1);
  });

  it('make two components of one image where they say different things', () => {
    const service = (labels: string) => `{image: "nginx:1.25.3", labels: [${labels}]}`;
    const { components } = read(`services: {a: ${service('wud.watch=false')}, b: ${service('')}, c: ${service('')}}`);
    expect(components.map(({ ignored }) => ignored)).toEqual(['wud.watch=false', undefined]);
  });

  const UNREADABLE = 'a policy cannot say what it says: see series and pre-releases of the favorite.';
  const COUNT = 'it asks for tags with more or fewer numbers than the container has.';
  it.each([
    // Filters that say what a policy says.
    ['x:1.2.3', '^\\d+\\.\\d+\\.\\d+$', 'as always'],
    ['x:1.2.3', '^v?(\\d+)\\.(\\d+)\\.(\\d+)$', 'as always'],
    ['x:1.2.3', '^([0-9]+\\.[0-9]+\\.[0-9]+)$', 'as always'],
    ['x:v1.2.3', '^v(0|[1-9]\\d*)[.](0|[1-9]\\d*)[.](0|[1-9]\\d*)$$', 'as always'],
    ['x:2024.1', '^\\d{4}\\.\\d{1,2}(\\.\\d+)?$', 'as always'],
    ['x:latest', '^\\d+\\.\\d+\\.\\d+$', 'as always'],
    ['x:latest', '^latest$', 'as always'],
    ['x:1.2.3-alpine', '^\\d+\\.\\d+\\.\\d+-alpine$', 'as always'],
    ['x:16.4', '^16\\.', '16'],
    ['x:16.4', '^16\\..*$', '16'],
    ['x:16.4', '^16\\.\\d+$', '16'],
    ['x:1.25.3', '^1\\.25\\.\\d+', '1.25'],
    ['x:1.25.3', '^1\\.25\\.3$', '1.25.3'],
    ['x:1.2.3', '^\\d+\\.\\d+\\.\\d+(-(alpha|beta|rc)\\.?\\d*)?$', 'pre-releases'],
    // Filters that say more, or less, or nothing that is known.
    ['x:16.4', '^16', 'it does not say where its number ends.'],
    ['x:16.4', '^16.', UNREADABLE],
    ['x:1.2.3', '\\d+\\.\\d+\\.\\d+', UNREADABLE],
    ['x:1.2.3', '^\\d+\\.2\\.\\d+$', UNREADABLE],
    ['x:16.4', '^(15|16)\\.', UNREADABLE],
    ['x:1.2.3', '^\\d+\\.\\d+$', COUNT],
    ['x:latest', '^\\d+$', COUNT],
    ['x:1.2.3', '^latest$', 'it asks for another tag than the container has.'],
    ['x:1.2.3', '^\\d+\\.\\d+\\.\\d+-alpine$', 'it asks for tags of another form than the container has.'],
    ['x:1.2.3', '^\\d+\\.\\d+\\.\\d+(-hot)?$', UNREADABLE],
    ['x:1.2.3', `^${'(a+)+'.repeat(20)}$`, UNREADABLE],
    ['x:1.2.3', '^1'.repeat(200), 'it is too long.'],
  ])('of %s, the filter %s says %s', (image, filter, expected) => {
    expect(said(image, 'wud.tag.include', filter)).toBe(expected);
  });

  it.each([
    ['.*(alpha|beta|rc|dev|nightly).*', 'as always'],
    ['^.*-(beta|dev|rc)\\d*$', 'as always'],
    ['alpine|slim|windows', 'as always'],
    ['\\b(?:rc|M)\\d+', 'as always'],
    ['^2\\.0$', UNREADABLE],
    ['^(?!latest)', UNREADABLE],
    ['.*', UNREADABLE],
    ['rc|hot', UNREADABLE],
  ])('what %s leaves out is left out anyway: %s', (filter, expected) => {
    expect(said('x:1.2.3', 'dd.tag.exclude', filter)).toBe(expected);
  });

  it.each([
    ['wud.watch', 'FALSE', 'ignored: wud.watch=false'],
    ['wud.watch', 'no', 'it is neither true nor false.'],
    ['wud.tag.delay', '36h', 'a policy has an age of whole days, up to 3,650.'],
    ['wud.watch.delay', '0', 'nothing'],
    ['com.centurylinklabs.watchtower.cooldown-delay', '99999w', 'a policy has an age of whole days, up to 3,650.'],
    ['dd.updatePolicy.maturityMode', 'mature', '7'],
    ['dd.updatePolicy.maturityMode', 'all', 'nothing'],
    ['dd.updatePolicy.maturityMinAgeDays', '5', 'it counts with dd.updatePolicy.maturityMode=mature only.'],
    ['diun.notify_on', 'new;update', 'nothing'],
    ['wud.__proto__', 'x', 'it is unknown.'],
    ['wudx.watch', 'false', 'nothing'],
  ])('%s=%s says %s', (label, value, expected) => {
    expect(said('x:1.2.3', label, value)).toBe(expected);
  });

  it('cost what they are long, whatever they are, and their warnings are few', async () => {
    const labels = (count: number) =>
      `&x {${Array.from({ length: count }, (_, at) => `wud.${at}: "${'^(1|'.repeat(60)}"`).join(', ')}}`;
    const file = (services: number, count: number) =>
      `services: {first: {image: a, labels: ${labels(count)}}, ${Array.from({ length: services }, (_, at) => `s${at}: {image: "a:${at}", labels: *x}`).join(', ')}}`;
    const { warnings } = read(file(10, 200));
    expect(warnings).toHaveLength(50);
    const costOf = (services: number, count: number) => workOf(async () => read(file(services, count)));
    expect(await costOf(400, 2_000)).toBeLessThan(40 * (await costOf(40, 500)));
  });
});
