import { Injectable } from '@nestjs/common';
import type { Asked, Component } from 'inventory-reader';
import type { Links } from '../../api/endpoint/links';
import { Semaphore } from '../../common/concurrency/semaphore';
import type { UserActor } from '../../api/identity/actor';
import { Problem } from '../../api/problem/problem';
import { Database } from '../../database/database';
import { FavoriteService } from '../../favorite/favorite.service';
import { FavoriteStateRepository } from '../../favorite/store/favorite-state.repository';
import { ComponentMatcher } from '../../lookup/matching/component-matcher';
import type { Match } from '../../lookup/matching/match';
import { UploadReader } from '../upload/upload-reader';
import type { ImportedProbeResponse, ImportProbesDto, WriteProbeDto } from './dto/probe.dto';
import { ProbeService } from './probe.service';

const SERVICES_AT_MOST = 200;
/** Services that are asked at a time, and milliseconds after which no more are. */
const AT_A_TIME = 4;
const LONGEST_MS = 40_000;
const USUAL_ENVIRONMENT = 'prod';

interface Service {
  name: string;
  asked: Asked;
  match: Match;
}

/** Sets the probes that the file of another program names. */
@Injectable()
export class ProbeImport {
  constructor(
    private readonly database: Database,
    private readonly uploads: UploadReader,
    private readonly matcher: ComponentMatcher,
    private readonly states: FavoriteStateRepository,
    private readonly favorites: FavoriteService,
    private readonly probes: ProbeService,
  ) {}

  /** Those of a service each; an interrupted import can be sent again. */
  async import(caller: UserActor, input: ImportProbesDto, links: Links): Promise<ImportedProbeResponse[]> {
    const services = await this.servicesIn(input.content);
    const environment = input.environment ?? USUAL_ENVIRONMENT;
    const places = new Semaphore(AT_A_TIME);
    const until = performance.now() + LONGEST_MS;
    return Promise.all(
      services.map((service) =>
        places.run(async () => {
          if (performance.now() > until)
            return outcome(service, 'refused', 'The others took too long. Import the file again.');
          return this.set(caller, service, environment, links);
        }),
      ),
    );
  }

  private async servicesIn(content: string): Promise<Service[]> {
    const bytes = Buffer.from(content);
    const { components } = await this.uploads.read({ bytes, format: 'argus', path: undefined }, 'content');
    const asked = components.filter((one): one is Component & { asked: Asked } => one.asked !== undefined);
    if (asked.length === 0) throw Problem.field('content', 'has no service with a deployed_version of a URL');
    if (asked.length > SERVICES_AT_MOST) throw Problem.field('content', `has more than ${SERVICES_AT_MOST} of them`);
    const matches = await this.matcher.match(this.database, asked);
    return asked.map(({ name, asked }, at) => ({ name, asked, match: matches[at]! }));
  }

  private async set(
    caller: UserActor,
    service: Service,
    environment: string,
    links: Links,
  ): Promise<ImportedProbeResponse> {
    const { asked, match } = service;
    if (match.state !== 'matched') return outcome(service, 'unmatched', reasonOf(match));
    if (asked.unsupported !== null) return outcome(service, 'refused', asked.unsupported);
    const { url: address, jsonPath, pattern, header, headers } = asked;
    const input: WriteProbeDto = { address, json_path: jsonPath, pattern, header, headers };
    try {
      const id = await this.favoriteOf(caller, match.softwareId, input, links);
      await this.probes.replace(caller, id, environment, input);
      return { ...outcome(service, 'set', null), favorite: id };
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      return outcome(service, 'refused', error.detail);
    }
  }

  /** @throws Problem when it has to be made, and nobody answers a version */
  private async favoriteOf(caller: UserActor, softwareId: string, input: WriteProbeDto, links: Links): Promise<string> {
    const known = await this.states.idsOfSoftware(this.database, caller.userId, [softwareId]);
    const id = known.get(softwareId);
    if (id !== undefined) return id;
    const { version, message } = await this.probes.ask(softwareId, input, null);
    if (version === null) throw Problem.field('version', message ?? 'was not answered');
    return (await this.favorites.create(caller, { software: softwareId, version }, links)).uuid;
  }
}

const outcome = (
  { name, match }: Service,
  state: ImportedProbeResponse['state'],
  message: string | null,
): ImportedProbeResponse => ({
  name,
  state,
  message,
  software: match.state === 'matched' ? match.softwareName : null,
  favorite: null,
});

const reasonOf = (match: Exclude<Match, { state: 'matched' }>): string =>
  match.state === 'ambiguous' ? `It may be ${match.candidates.map(({ name }) => name).join(', ')}` : match.reason;
