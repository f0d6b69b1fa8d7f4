import type { INestApplicationContext } from '@nestjs/common';
import type * as Softwares from '../../src/software/software.service';
import type * as SoftwareLists from '../../src/software/software.list';
import { startApplication } from '../lib/application';
import { built } from '../lib/built';
import { median } from '../lib/compare';
import { caller, linksOf, planOf, requestOf, statementsOf, type Step } from '../lib/plans';
import { type Program, startService } from '../lib/programs';
import { COMMON_PART, RARE_PART, tokenOf } from '../seed/facts';
import { times } from '../settings';
import type { Measure, Result } from './measure';

const { SoftwareService } = built<typeof Softwares>('software/software.service');
const { softwareList } = built<typeof SoftwareLists>('software/software.list');

const RARE_AT_MOST_MS = 100;
const REQUESTS = 30;

/** A part of a name, in the names of all software: one that many have, and one that three have. */
export const like: Measure = {
  name: 'like',
  title: 'Parts of names',
  async run({ settings }) {
    const names = settings.sizes.software.toLocaleString('en');
    const service = await startService(settings.databaseUrl);
    const app = await startApplication(settings.databaseUrl);
    try {
      const common = await milliseconds(service, queryOf(COMMON_PART), times(settings, REQUESTS));
      const rare = await milliseconds(service, queryOf(RARE_PART), times(settings, REQUESTS));
      return [
        time(`name[like]=%${COMMON_PART}%, in an eighth of ${names} names`, common, null),
        time(`name[like]=%${RARE_PART}%, in three of ${names} names`, rare, RARE_AT_MOST_MS),
        plan(await planOfPage(app, queryOf(RARE_PART))),
      ];
    } finally {
      await Promise.all([service.stop(), app.close()]);
    }
  },
};

const queryOf = (part: string) => `name[like]=${encodeURIComponent(`%${part}%`)}&per_page=50`;

/** One after the other: the median of a request with nothing beside it. */
async function milliseconds(service: Program, query: string, requests: number): Promise<number> {
  const taken: number[] = [];
  for (let number = 0; number < requests; number++) {
    const start = performance.now();
    const headers = { authorization: `Bearer ${tokenOf(0)}` };
    const response = await fetch(`${service.url}/api/v1/software?${query}`, { headers });
    const body = (await response.json()) as { data: unknown[] };
    taken.push(performance.now() - start);
    if (response.status !== 200 || body.data.length === 0) throw new Error(`${query}: ${JSON.stringify(body)}`);
  }
  return median(taken);
}

function time(what: string, ms: number, atMost: number | null): Result {
  const holds = atMost === null ? null : ms <= atMost;
  return { what, aim: atMost === null ? '' : `≤ ${atMost} ms`, measured: `**${ms.toFixed(1)} ms**`, holds };
}

async function planOfPage(app: INestApplicationContext, query: string): Promise<Step> {
  const [page] = await statementsOf(app, () =>
    app.get(SoftwareService).list(caller(0), requestOf(softwareList, query), linksOf(app)),
  );
  const steps = await planOf(app, page!);
  return steps.find(({ index }) => index === 'software_name')!;
}

const plan = ({ index, extra }: Step): Result => ({
  what: 'the names are read',
  aim: 'from an index alone',
  measured: `\`${index}\`: ${extra}`,
  holds: /Using index(?! condition)/.test(extra),
});
