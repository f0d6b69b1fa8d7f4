import { Controller, Delete, Get, Put, Req, Res } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiHeader, ApiQuery, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { FORMATS } from 'inventory-reader';
import { ApiList, ApiNothing, ApiOne, ApiWhole, Endpoint, switchParameter } from '../../api/endpoint/docs';
import type { Links } from '../../api/endpoint/links';
import { ListQuery, pathText, RequestLinks } from '../../api/endpoint/request';
import { Input } from '../../api/endpoint/validation';
import { Caller, type Principal } from '../../api/identity/principal';
import type { ListRequest } from '../../api/list/list-request';
import { ReadsIfMatch, ReadsQuery } from '../../api/server/request.guard';
import { ContentResponse, UnmatchedEntry } from './dto/content.response';
import { ComparisonResponse, DeploymentResponse, InventoryResponse, WriteInventoryDto } from './dto/inventory.dto';
import { ApiCycloneDx, sendDocument } from '../../favorite/risk/running-document';
import { InventoryService } from './inventory.service';
import { InventoryUploads } from './inventory-uploads';
import { comparisonList, deploymentList, INVENTORY_SCOPES, inventoryList } from '../store/inventory.list';
import { INVENTORY_NAME, MAX_ENVIRONMENT } from '../../favorite/deployment/deployment.sql';
import { LABELS_AT_MOST, MAX_LABEL_NAME, MAX_LABEL_VALUE } from '../../favorite/deployment/labels.sql';
import { MAX_TAG, TAGS_AT_MOST } from '../../favorite/tag/tag-name';
import { LOWER_PATTERN, MAX_FILE_NAME, readUploadQuery } from './upload-query';

export const InventoryName = pathText({
  name: 'name',
  schema: { type: 'string', pattern: INVENTORY_NAME.source },
  description: 'Name of the inventory.',
});

const option = (name: string, parts: object) => ApiQuery({ name, required: false, ...parts });

@ApiTags('Inventories')
@Controller('api/v1/inventory')
export class InventoryController {
  constructor(
    private readonly inventories: InventoryService,
    private readonly uploads: InventoryUploads,
  ) {}

  @Get()
  @Endpoint('List inventories', 'Where the caller runs software, as uploads say it.', {
    scope: 'read',
    answers: ApiList(InventoryResponse, inventoryList),
  })
  listInventories(
    @Caller() caller: Principal,
    @ListQuery(inventoryList) request: ListRequest,
    @RequestLinks() links: Links,
  ) {
    return this.inventories.list(caller, request, links);
  }

  /** Before the routes of single inventories, of which `comparison` has none of these methods. */
  @Get('comparison')
  @Endpoint('Compare inventories', 'Products in use, with their versions by environment and inventory.', {
    scope: 'read',
    answers: ApiList(ComparisonResponse, comparisonList),
  })
  listInventoryComparison(@Caller() caller: Principal, @ListQuery(comparisonList) request: ListRequest) {
    return this.inventories.compare(caller, request);
  }

  @Get(':name')
  @Endpoint('Get an inventory', 'An inventory of the caller.', {
    scope: 'read',
    answers: ApiOne(InventoryResponse),
    problems: ['not-found'],
  })
  getInventory(@Caller() caller: Principal, @InventoryName() name: string, @RequestLinks() links: Links) {
    return this.inventories.get(caller, name, links);
  }

  @Put(':name')
  @Endpoint('Create or change an inventory', 'Changes only the fields in the body.', {
    scope: 'inventory:write',
    answers: ApiOne(InventoryResponse),
    problems: ['conflict', 'limit-reached'],
  })
  putInventory(
    @Caller() caller: Principal,
    @InventoryName() name: string,
    @Input() input: WriteInventoryDto,
    @RequestLinks() links: Links,
  ) {
    return this.inventories.write(caller, name, input, links);
  }

  @Delete(':name')
  @Endpoint(
    'Delete an inventory',
    'With its deployments, and favorites that only an import made: without notes, policy and other deployments.',
    { scope: 'inventory:write', answers: ApiNothing('Deleted.'), problems: ['not-found', 'conflict'] },
  )
  deleteInventory(@Caller() caller: Principal, @InventoryName() name: string) {
    return this.inventories.delete(caller, name);
  }

  @Get(':name/bom')
  @Endpoint(
    'Get an inventory as a CycloneDX document',
    'CycloneDX 1.6: the versions of tracked products that it has, with their vulnerabilities. The same text as long as it says the same.',
    { scope: 'read', answers: ApiCycloneDx(), problems: ['not-found', 'limit-reached'] },
  )
  async getInventoryBom(
    @Caller() caller: Principal,
    @InventoryName() name: string,
    @Req() request: Request,
    @Res() response: Response,
  ) {
    sendDocument(request, response, await this.inventories.bom(caller, name));
  }

  @Get(':name/deployment')
  @Endpoint('List deployments', 'The versions of tracked products that an inventory has.', {
    scope: 'read',
    answers: ApiList(DeploymentResponse, deploymentList),
    problems: ['not-found'],
  })
  listDeployments(
    @Caller() caller: Principal,
    @InventoryName() name: string,
    @ListQuery(deploymentList) request: ListRequest,
  ) {
    return this.inventories.listDeployments(caller, name, request);
  }

  @Get(':name/unmatched')
  @Endpoint(
    'List what was not known',
    'Components of the last upload for which no product or no version was found, at most 60,000 bytes of them; `unmatched` of the inventory counts all. ' +
      'Add a product, or the name as an identifier of one, and upload again.',
    { scope: 'read', answers: ApiWhole(UnmatchedEntry), problems: ['not-found'] },
  )
  listUnmatchedComponents(@Caller() caller: Principal, @InventoryName() name: string) {
    return this.inventories.listUnmatched(caller, name);
  }

  @Put(':name/content')
  @Endpoint(
    'Upload what is installed',
    'Makes the deployments of the inventory what the file says, and the inventory if there is none. The same file again changes nothing, and costs next to nothing (`unchanged`); an ' +
      'interrupted upload can be sent again. Of two at a time the last counts as a whole, and the other one gets 409. So does a file without more than ' +
      'half of what there is, unless `allow_shrink`. A version that is lower than its favorite shows is recorded, and waits: the favorite keeps ' +
      'its version, unless `allow_lower` or `lower`, until `POST /inventory/{name}/deployment/accept`. Of one user ' +
      '`UPLOADS_PER_USER` are under way at most; further ones get 429.',
    {
      scope: 'inventory:write',
      answers: ApiOne(ContentResponse),
      problems: ['conflict', 'limit-reached', 'precondition-failed', 'request-timeout', 'invalid-body'],
    },
  )
  @ApiConsumes('text/plain', 'application/octet-stream')
  @ApiBody({
    schema: {
      type: 'string',
      description: 'At most 20 MB, of any type.',
      example: 'pkg:npm/express@5.1.0\n',
    },
  })
  @switchParameter('dry_run', 'Says what would be done, and does nothing')
  @option('format', {
    description: 'Of the file; without it, the content tells it, and then `file_name`.',
    schema: { type: 'string', enum: ['auto', ...FORMATS], default: 'auto' },
  })
  @option('file_name', {
    description: 'Of the file, with its path or without: tells the format where the content does not.',
    schema: { type: 'string', minLength: 1, maxLength: MAX_FILE_NAME, pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f]+$' },
    example: 'requirements.txt',
  })
  @option('scope', {
    schema: { type: 'string', enum: [...INVENTORY_SCOPES] },
    description: 'Which components count, from now on.',
  })
  @option('environment', {
    schema: { type: 'string', minLength: 1, maxLength: MAX_ENVIRONMENT },
    description: 'Of the inventory, from now on.',
  })
  @option('labels', {
    schema: { type: 'string', maxLength: LABELS_AT_MOST * (MAX_LABEL_NAME + MAX_LABEL_VALUE + 2) },
    description: `Of the inventory, from now on, in place of those that it has: by what it is grouped; at most ${LABELS_AT_MOST}.`,
    example: 'group=web,site=berlin',
  })
  @switchParameter('hints', 'Says which products unknown components are like, as a dry run does')
  @option('tags', {
    schema: { type: 'string', maxLength: TAGS_AT_MOST * (MAX_TAG + 1) },
    description: `Tags for the favorites of all that it brings, separated by commas, beside those that they have; at most ${TAGS_AT_MOST}.`,
    example: 'production,web',
  })
  @switchParameter(
    'create',
    'Makes products of all components that no product is known by, which needs `catalogue:write`; `false`: of none. Without it, of images in a public ' +
      'registry, where users may add products (`PRODUCTS_BY_USERS`); they count towards `PRODUCTS_PER_DAY`.',
  )
  @switchParameter(
    'follow_tags',
    'Tracks each image of a public registry by its tag as well, such as `nginx:1.30`, if the file has its digest: a rebuild of the same version is ' +
      'an update then. Each tag is a product, and is asked for with one request a pass.',
  )
  @switchParameter('allow_shrink', 'Lets more than half of the deployments go')
  @switchParameter('allow_lower', 'Lets the version in use of a favorite go down')
  @option('lower', {
    description:
      'Ids of the products whose favorites may go down, separated by commas, in place of `allow_lower`: the others keep their versions. Empty, as without both: none.',
    schema: { type: 'string', pattern: LOWER_PATTERN },
  })
  @ReadsQuery()
  @ReadsIfMatch()
  @ApiHeader({
    name: 'If-Match',
    required: false,
    description: 'The digest of a dry run: it is done only if the outcome is the same.',
  })
  putInventoryContent(
    @Caller() caller: Principal,
    @InventoryName() name: string,
    @Req() request: Request,
    @RequestLinks() links: Links,
  ) {
    const { url, headers, socket } = request;
    const [encoding, length] = [headers['content-encoding'], headers['content-length']];
    const file = { stream: request, encoding, length, isGone: () => socket.destroyed };
    return this.uploads.upload(caller, name, readUploadQuery(url, headers['if-match']), file, links);
  }
}
