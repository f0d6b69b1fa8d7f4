import { COUNT, Field, ID, MOMENT, NULLABLE, OptionalField } from '../../api/endpoint/field';
import { NESTED_AT_MOST } from '../../api/list/nested';
import { toApiTimestamp } from '../../common/time/utc-timestamp';
import { NamedSoftware } from '../../software/dto/named-software';
import type { GroupRow } from './group.repository';

export class GroupResponse {
  @Field('For the parameter `labels`.', { example: 'group=web' }) labels!: string;
  @Field(COUNT) inventories!: number;
  @Field(MOMENT, NULLABLE, 'The oldest last upload of one of them.') oldest_read_at!: string | null;
}

export class GroupVersion {
  @Field({ example: '3.2.1' }) version!: string;
  @Field(COUNT, 'Inventories of the group that have it.', { example: 37 }) inventories!: number;
}

export class GroupNumbers {
  @Field(COUNT, 'Inventories of the group.', { example: 40 }) of!: number;
  @Field(COUNT, 'Those of them that have the product.', { example: 40 }) inventories!: number;
  @Field([GroupVersion], { maxItems: NESTED_AT_MOST }, 'The newest first.') versions!: GroupVersion[];
}

export class GroupProductResponse extends GroupNumbers {
  @Field() software!: NamedSoftware;
  @Field(ID, 'Id of the favorite.') favorite!: string;
  @Field(NULLABLE, 'The version on offer, if it is an update.', { example: '3.3.0' }) available!: string | null;
  @OptionalField({ type: GroupNumbers }, 'With `against`: the same of that group.') against?: GroupNumbers;
}

export const toGroupResponse = ({ name, value, inventories, oldest }: GroupRow): GroupResponse => ({
  labels: `${name}=${value}`,
  inventories: Number(inventories),
  oldest_read_at: oldest && toApiTimestamp(oldest),
});
