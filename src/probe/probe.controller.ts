import { applyDecorators, Controller, Delete, Get, HttpCode, Param, Post, Put } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiParam, ApiResponse, ApiTags } from '@nestjs/swagger';
import { ApiId, ApiOne, ApiProblems, ApiWhole } from '../common/api/docs';
import type { Links } from '../common/api/links';
import { Id, Includes, RequestLinks } from '../common/api/request';
import { Input } from '../common/api/validation';
import { Caller, NeedsScope, type Principal } from '../common/identity/principal';
import { MAX_ENVIRONMENT } from '../favorite/deployment/deployment.list';
import {
  ImportedProbeResponse,
  ImportProbesDto,
  ProbePresetResponse,
  ProbeResponse,
  ProbeTestResponse,
  WriteProbeDto,
} from './dto/probe.dto';
import { toPresetResponse } from './presets/preset-response';
import { PROBE_PRESETS } from './presets/presets';
import { ProbeImport } from './probe-import';
import { ProbeService } from './probe.service';

const ApiEnvironment = () =>
  applyDecorators(
    ApiId('favorite'),
    ApiParam({
      name: 'environment',
      schema: { type: 'string', minLength: 1, maxLength: MAX_ENVIRONMENT },
      description: 'Where it runs, as inventories name it.',
      example: 'prod',
    }),
  );

@ApiTags('Favorites')
@ApiBearerAuth()
@Controller('api/v1')
export class ProbeController {
  constructor(
    private readonly probes: ProbeService,
    private readonly imports: ProbeImport,
  ) {}

  @Get('probe-preset')
  @NeedsScope('read')
  @ApiOperation({
    summary: 'List presets of probes',
    description:
      'Programs of which it is known where they say their version: a probe then needs the base address only.',
  })
  @ApiWhole(ProbePresetResponse)
  listProbePresets(@Includes([]) _none: unknown) {
    return PROBE_PRESETS.map(toPresetResponse);
  }

  @Post('probe-import')
  @HttpCode(200)
  @NeedsScope('write')
  @ApiOperation({
    summary: 'Import probes',
    description:
      'Sets a probe for each service of a configuration of Argus that has a `deployed_version` of a URL. A product that is not tracked is asked first, and becomes ' +
      'a favorite with the version that it answers. Sending the same file again changes nothing else.',
  })
  @ApiWhole(ImportedProbeResponse)
  @ApiProblems('invalid-body')
  importProbes(@Caller() caller: Principal, @Input() input: ImportProbesDto, @RequestLinks() links: Links) {
    return this.imports.import(caller, input, links);
  }

  @Get('favorite/:id/probe')
  @NeedsScope('read')
  @ApiOperation({
    summary: "List a favorite's probes",
    description: 'The addresses that are asked for the version in use, by environment, and what they said last.',
  })
  @ApiId('favorite')
  @ApiWhole(ProbeResponse)
  @ApiProblems('not-found')
  listFavoriteProbes(@Caller() caller: Principal, @Id('favorite') id: string, @Includes([]) _none: unknown) {
    return this.probes.list(caller, id);
  }

  @Get('favorite/:id/probe/:environment')
  @NeedsScope('read')
  @ApiOperation({
    summary: "Get a favorite's probe",
    description: 'With its state. 404 when the environment has none.',
  })
  @ApiEnvironment()
  @ApiOne(ProbeResponse)
  @ApiProblems('not-found', 'invalid-body')
  getFavoriteProbe(
    @Caller() caller: Principal,
    @Id('favorite') id: string,
    @Param('environment') environment: string,
    @Includes([]) _none: unknown,
  ) {
    return this.probes.read(caller, id, environment);
  }

  @Put('favorite/:id/probe/:environment')
  @NeedsScope('write')
  @ApiOperation({
    summary: "Set a favorite's probe",
    description:
      'The address is asked at once, and then regularly. The version that it answers is the version in use in this environment.',
  })
  @ApiEnvironment()
  @ApiOne(ProbeResponse)
  @ApiProblems('not-found', 'limit-reached', 'invalid-body')
  replaceFavoriteProbe(
    @Caller() caller: Principal,
    @Id('favorite') id: string,
    @Param('environment') environment: string,
    @Input() input: WriteProbeDto,
  ) {
    return this.probes.replace(caller, id, environment, input);
  }

  @Delete('favorite/:id/probe/:environment')
  @HttpCode(204)
  @NeedsScope('write')
  @ApiOperation({
    summary: "Remove a favorite's probe",
    description: 'Nothing is asked any more. The version in use stays, unless an inventory says another one.',
  })
  @ApiEnvironment()
  @ApiResponse({ status: 204, description: 'Removed.' })
  @ApiProblems('not-found', 'invalid-body')
  deleteFavoriteProbe(
    @Caller() caller: Principal,
    @Id('favorite') id: string,
    @Param('environment') environment: string,
  ) {
    return this.probes.remove(caller, id, environment);
  }

  @Post('favorite/:id/probe/:environment/test')
  @HttpCode(200)
  @NeedsScope('write')
  @ApiOperation({
    summary: 'Test a probe',
    description: 'Asks once and writes nothing. Secrets that are left out are those that are stored.',
  })
  @ApiEnvironment()
  @ApiOne(ProbeTestResponse)
  @ApiProblems('not-found', 'conflict', 'invalid-body')
  testFavoriteProbe(
    @Caller() caller: Principal,
    @Id('favorite') id: string,
    @Param('environment') environment: string,
    @Input() input: WriteProbeDto,
  ) {
    return this.probes.test(caller, id, environment, input);
  }
}
