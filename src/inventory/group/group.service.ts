import { Injectable } from '@nestjs/common';
import { groupBy } from 'small-parts';
import type { Owner } from '../../api/identity/actor';
import { type Page, toPage } from '../../api/list/list-page';
import { type ListRequest, queryProblem } from '../../api/list/list-request';
import { NESTED_AT_MOST } from '../../api/list/nested';
import { type Labels, LABELS_FORM, readLabels } from '../../favorite/deployment/labels.sql';
import { type GroupNumbers, type GroupProductResponse, type GroupResponse, toGroupResponse } from './group.dto';
import { GroupRepository, type GroupVersionRow } from './group.repository';

/** Values of labels that are listed. */
const GROUPS_AT_MOST = 1_000;

/** Groups of one user's inventories. */
@Injectable()
export class GroupService {
  constructor(private readonly groups: GroupRepository) {}

  async list({ userId }: Owner): Promise<GroupResponse[]> {
    return (await this.groups.groups(userId, GROUPS_AT_MOST)).map(toGroupResponse);
  }

  async products({ userId }: Owner, request: ListRequest): Promise<Page<GroupProductResponse>> {
    const page = toPage(request, await this.groups.products(userId, request), (row) => row);
    const ids = page.data.map(({ favorite_id }) => favorite_id);
    const numbers = await this.numbers(userId, ids, labelsIn(request, 'labels'));
    const other = labelsIn(request, 'against');
    const against = Object.keys(other).length > 0 && (await this.numbers(userId, ids, other));
    const data = page.data.map(({ favorite_id: favorite, software_id: id, software: name, available }) => ({
      ...{ software: { id, name }, favorite, available, ...numbers(favorite) },
      ...(against && { against: against(favorite) }),
    }));
    return { ...page, data };
  }

  private async numbers(userId: string, ids: string[], labels: Labels): Promise<(favoriteId: string) => GroupNumbers> {
    const of = await this.groups.size(userId, labels);
    const found = groupBy(await this.groups.versions(userId, ids, labels), ({ favorite_id }) => favorite_id);
    return (id) => numbersOf(of, found.get(id) ?? []);
  }
}

/** None without the filter. @throws Problem invalid-query where it is given several times, and names a label twice */
function labelsIn({ filters }: ListRequest, field: string): Labels {
  const given = filters.filter((one) => one.field === field).map(({ value }) => value);
  const labels = readLabels(given.join(','));
  if (labels === null) throw queryProblem([{ field, message: LABELS_FORM }]);
  return labels;
}

function numbersOf(of: number, rows: GroupVersionRow[]): GroupNumbers {
  const counts = rows.map(({ version, inventories }) => ({ version, inventories: Number(inventories) }));
  const versions = counts.flatMap(({ version, inventories }) => (version === null ? [] : [{ version, inventories }]));
  const all = counts.find(({ version }) => version === null)?.inventories ?? 0;
  return { of, inventories: all, versions: versions.slice(0, NESTED_AT_MOST) };
}
