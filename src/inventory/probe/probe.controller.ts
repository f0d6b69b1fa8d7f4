import { Controller, Delete, Get, Post, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ApiNothing, ApiOne, ApiWhole, Endpoint } from '../../api/endpoint/docs';
import type { Links } from '../../api/endpoint/links';
import { Id, pathText, RequestLinks } from '../../api/endpoint/request';
import { Input } from '../../api/endpoint/validation';
import { Caller, type Principal } from '../../api/identity/principal';
import { MAX_ENVIRONMENT } from '../../favorite/deployment/deployment.sql';
import {
  ImportedProbeResponse,
  ImportProbesDto,
  ProbePresetResponse,
  ProbeResponse,
  ProbeTestResponse,
  WriteProbeDto,
} from './dto/probe.dto';
import { ProbeImport } from './probe-import';
import { ProbeService } from './probe.service';
import { PROBE_PRESETS, toPresetResponse } from './question';

const Environment = pathText({
  name: 'environment',
  schema: { type: 'string', minLength: 1, maxLength: MAX_ENVIRONMENT },
  description: 'Where it runs, as inventories name it.',
  example: 'prod',
});

@ApiTags('Favorites')
@Controller('api/v1')
export class ProbeController {
  constructor(
    private readonly probes: ProbeService,
    private readonly imports: ProbeImport,
  ) {}

  @Get('probe-preset')
  @Endpoint(
    'List presets of probes',
    'Programs of which it is known where they say their version: a probe then needs the base address only.',
    { scope: 'read', answers: ApiWhole(ProbePresetResponse) },
  )
  listProbePresets() {
    return PROBE_PRESETS.map(toPresetResponse);
  }

  @Post('probe-import')
  @Endpoint(
    'Import probes',
    'Sets a probe for each service of a configuration of Argus that has a `deployed_version` of a URL. A product that is not tracked is asked first, and becomes ' +
      'a favorite with the version that it answers. Sending the same file again changes nothing else.',
    { scope: 'write', answers: ApiWhole(ImportedProbeResponse) },
  )
  importProbes(@Caller() caller: Principal, @Input() input: ImportProbesDto, @RequestLinks() links: Links) {
    return this.imports.import(caller, input, links);
  }

  @Get('favorite/:id/probe')
  @Endpoint(
    "List a favorite's probes",
    'The addresses that are asked for the version in use, by environment, and what they said last.',
    { scope: 'read', answers: ApiWhole(ProbeResponse) },
  )
  listFavoriteProbes(@Caller() caller: Principal, @Id('favorite') id: string) {
    return this.probes.list(caller, id);
  }

  @Get('favorite/:id/probe/:environment')
  @Endpoint("Get a favorite's probe", 'With its state. 404 when the environment has none.', {
    scope: 'read',
    answers: ApiOne(ProbeResponse),
    problems: ['invalid-body'],
  })
  getFavoriteProbe(@Caller() caller: Principal, @Id('favorite') id: string, @Environment() environment: string) {
    return this.probes.read(caller, id, environment);
  }

  @Put('favorite/:id/probe/:environment')
  @Endpoint(
    "Set a favorite's probe",
    'The address is asked at once, and then regularly. The version that it answers is the version in use in this environment.',
    { scope: 'write', answers: ApiOne(ProbeResponse), problems: ['limit-reached'] },
  )
  replaceFavoriteProbe(
    @Caller() caller: Principal,
    @Id('favorite') id: string,
    @Environment() environment: string,
    @Input() input: WriteProbeDto,
  ) {
    return this.probes.replace(caller, id, environment, input);
  }

  @Delete('favorite/:id/probe/:environment')
  @Endpoint(
    "Remove a favorite's probe",
    'Nothing is asked any more. The version in use stays, unless an inventory says another one.',
    { scope: 'write', answers: ApiNothing('Removed.'), problems: ['invalid-body'] },
  )
  deleteFavoriteProbe(@Caller() caller: Principal, @Id('favorite') id: string, @Environment() environment: string) {
    return this.probes.remove(caller, id, environment);
  }

  @Post('favorite/:id/probe/:environment/test')
  @Endpoint('Test a probe', 'Asks once and writes nothing. Secrets that are left out are those that are stored.', {
    scope: 'write',
    answers: ApiOne(ProbeTestResponse),
    problems: ['conflict'],
  })
  testFavoriteProbe(
    @Caller() caller: Principal,
    @Id('favorite') id: string,
    @Environment() environment: string,
    @Input() input: WriteProbeDto,
  ) {
    return this.probes.test(caller, id, environment, input);
  }
}
