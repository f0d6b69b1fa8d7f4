import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ApiList, ApiWhole, Endpoint } from '../../api/endpoint/docs';
import { ListQuery } from '../../api/endpoint/request';
import { Caller, type Principal } from '../../api/identity/principal';
import type { ListRequest } from '../../api/list/list-request';
import { GroupProductResponse, GroupResponse } from './group.dto';
import { GroupService } from './group.service';
import { groupProductList } from '../store/inventory.list';

@ApiTags('Inventories')
@Controller('api/v1/inventory-group')
export class GroupController {
  constructor(private readonly groups: GroupService) {}

  @Get()
  @Endpoint('List groups of inventories', 'The values of their labels, at most 1,000.', {
    scope: 'read',
    answers: ApiWhole(GroupResponse),
  })
  listInventoryGroups(@Caller() caller: Principal) {
    return this.groups.list(caller);
  }

  @Get('product')
  @Endpoint(
    'List what a group of inventories has',
    'Products in use in the inventories with these labels, with the number of inventories at each version; beside those of another group, with `against`.',
    { scope: 'read', answers: ApiList(GroupProductResponse, groupProductList) },
  )
  listGroupProducts(@Caller() caller: Principal, @ListQuery(groupProductList) request: ListRequest) {
    return this.groups.products(caller, request);
  }
}
