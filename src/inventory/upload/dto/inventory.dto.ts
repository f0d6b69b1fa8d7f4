import { NamedSoftware } from '../../../software/dto/named-software';
import { COUNT, Field, ID, MOMENT, NULLABLE, OptionalField, URI } from '../../../api/endpoint/field';
import type { Links } from '../../../api/endpoint/links';
import { IsOneOf, IsRecord, IsText } from '../../../api/endpoint/validation';
import { toApiTimestamp } from '../../../common/time/utc-timestamp';
import { MAX_ENVIRONMENT } from '../../../favorite/deployment/deployment.sql';
import { LABELS, readLabels } from '../../../favorite/deployment/labels.sql';
import { INVENTORY_SCOPES, type InventoryScope } from '../../store/inventory.list';
import type { ComparedRow, InventoryRow, ListedDeployment } from '../../store/inventory.repository';

export class WriteInventoryDto {
  @OptionalField(IsText(1, MAX_ENVIRONMENT), NULLABLE, 'Such as `prod`; null removes it.') environment?: string | null;

  @OptionalField(
    IsOneOf(INVENTORY_SCOPES),
    'Which components of an upload count. `main`: what the file is about, images and applications; of lock files and lists of packages, what ' +
      'was asked for. `direct`: what was asked for. `all`.',
  )
  scope?: InventoryScope;

  @OptionalField(
    IsRecord(),
    NULLABLE,
    LABELS,
    'By what it is grouped, as of targets in Prometheus; replaces all. null removes them.',
  )
  labels?: Record<string, unknown> | null;
}

class InventoryLinks {
  @Field(URI) self!: string;
  @Field(URI) deployments!: string;
  @Field(URI) unmatched!: string;
  @Field(URI) decisions!: string;
}

export class InventoryResponse {
  @Field(ID) id!: string;
  @Field({ example: 'web-1' }) name!: string;
  @Field(NULLABLE, { example: 'prod' }) environment!: string | null;
  @Field({ enum: INVENTORY_SCOPES }) scope!: string;
  @Field(LABELS) labels!: Record<string, string>;
  @Field(NULLABLE, 'Of the last upload.', { example: 'docker-compose' }) format!: string | null;
  @Field(COUNT, 'Components of the last upload that are in its scope.') components!: number;
  @Field(COUNT, 'Versions of tracked products that it has.') deployments!: number;

  @Field(COUNT, 'Components of the last upload for which no product or no version was found.', { example: 2 })
  unmatched!: number;

  @Field(COUNT, 'Components that you have decided to ignore.') ignored!: number;
  @Field(MOMENT, NULLABLE, 'When the last upload was done.') read_at!: string | null;
  @Field(MOMENT) created_at!: string;
  @Field(MOMENT) updated_at!: string;
  @Field() links!: InventoryLinks;
}

export class DeploymentResponse {
  @Field(ID) id!: string;
  @Field(ID, 'Id of the favorite.') favorite!: string;
  @Field() software!: NamedSoftware;
  @Field({ example: '1.30.1' }) version!: string;
  @Field('Of the component, as the file has it.', { example: 'library/nginx' }) name!: string;

  @Field(NULLABLE, 'The tag that its image follows, where that does not say the version.', { example: 'latest' })
  tag!: string | null;

  @Field(MOMENT, 'When an upload said so first.') seen_at!: string;

  @Field(NULLABLE, 'The higher version of its favorite: this one waits until you accept it. null: it counts.', {
    example: null,
  })
  waits_for!: string | null;

  @Field('Whether a newer version is on offer for this one.') update_available!: boolean;
  @Field(NULLABLE, { example: '1.30.4' }, 'That version.') available!: string | null;
}

class ComparedInventory {
  @Field(NULLABLE, 'Its name; null: the program itself answered it.', { example: 'web-1' }) name!: string | null;
  @Field([String], 'The lowest first.', { example: ['1.30.1'] }) versions!: string[];
}

export class ComparedEnvironment {
  @Field(NULLABLE) environment!: string | null;
  @Field([ComparedInventory]) inventories!: ComparedInventory[];
}

/** Deployments of a product that are compared by name; groups have numbers of all. */
export const COMPARED_AT_MOST = 200;

export class ComparisonResponse {
  @Field() software!: NamedSoftware;
  @Field(ID, 'Id of the favorite.') favorite!: string;
  @Field([ComparedEnvironment], `Of ${COMPARED_AT_MOST} deployments, the lowest versions first.`)
  environments!: ComparedEnvironment[];
  @Field('Whether it is in use at several versions.') differs!: boolean;
}

export const toInventoryResponse = (row: InventoryRow, links: Links): InventoryResponse => ({
  id: row.id,
  name: row.name,
  environment: row.environment,
  scope: row.scope,
  labels: readLabels(row.labels ?? '')!,
  format: row.format,
  components: row.components,
  deployments: Number(row.deployments),
  unmatched: row.unmatched,
  ignored: Number(row.ignored),
  read_at: row.read_at && toApiTimestamp(row.read_at),
  created_at: toApiTimestamp(row.created_at),
  updated_at: toApiTimestamp(row.updated_at),
  links: {
    self: links.inventory(row.name),
    deployments: `${links.inventory(row.name)}/deployment`,
    unmatched: `${links.inventory(row.name)}/unmatched`,
    decisions: `${links.inventory(row.name)}/decision`,
  },
});

export const toDeploymentResponse = (row: ListedDeployment): DeploymentResponse => ({
  id: row.id,
  favorite: row.favorite_id,
  software: { id: row.software_id, name: row.software },
  version: row.version,
  name: row.name,
  tag: row.tag,
  seen_at: toApiTimestamp(row.seen_at),
  waits_for: row.waits_for,
  update_available: row.available !== null,
  available: row.available,
});

export const toComparisonResponse = (row: ComparedRow): ComparisonResponse => ({
  software: { id: row.software_id, name: row.software },
  favorite: row.favorite_id,
  environments: [],
  differs: Number(row.versions) > 1,
});
