import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { ValidateIf } from 'class-validator';
import type { Links } from '../../common/api/links';
import { IsOneOf, IsText, MayBeAbsent } from '../../common/api/validation';
import { toApiTimestamp } from '../../common/time/utc-timestamp';
import { MAX_ENVIRONMENT } from '../../favorite/deployment/deployment.list';
import { INVENTORY_SCOPES, type InventoryScope } from '../store/inventory.list';
import type { ComparedRow, InventoryRow, ListedDeployment } from '../store/inventory.repository';

export class WriteInventoryDto {
  @ApiPropertyOptional({ nullable: true, description: 'Such as `prod`; null removes it.' })
  @ValidateIf((_object, value) => value !== undefined && value !== null)
  @IsText(1, MAX_ENVIRONMENT)
  environment?: string | null;

  @ApiPropertyOptional({
    description:
      'Which components of an upload count. `main`: what the file is about, images and applications; of lock files and lists of packages, what ' +
      'was asked for. `direct`: what was asked for. `all`.',
  })
  @MayBeAbsent()
  @IsOneOf(INVENTORY_SCOPES)
  scope?: InventoryScope;
}

class InventoryLinks {
  @ApiProperty({ format: 'uri' })
  self!: string;

  @ApiProperty({ format: 'uri' })
  deployments!: string;

  @ApiProperty({ format: 'uri' })
  unmatched!: string;

  @ApiProperty({ format: 'uri' })
  decisions!: string;
}

export class InventoryResponse {
  @ApiProperty({ format: 'uuid' })
  id!: string;

  @ApiProperty({ example: 'web-1' })
  name!: string;

  @ApiProperty({ type: String, nullable: true, example: 'prod' })
  environment!: string | null;

  @ApiProperty({ enum: INVENTORY_SCOPES })
  scope!: string;

  @ApiProperty({ type: String, nullable: true, description: 'Of the last upload.', example: 'docker-compose' })
  format!: string | null;

  @ApiProperty({ type: 'integer', minimum: 0, description: 'Components of the last upload that are in its scope.' })
  components!: number;

  @ApiProperty({ type: 'integer', minimum: 0, description: 'Versions of tracked products that it has.' })
  deployments!: number;

  @ApiProperty({
    type: 'integer',
    minimum: 0,
    description: 'Components of the last upload for which no product or no version was found.',
    example: 2,
  })
  unmatched!: number;

  @ApiProperty({ type: 'integer', minimum: 0, description: 'Components that you have decided to ignore.' })
  ignored!: number;

  @ApiProperty({ type: String, nullable: true, format: 'date-time', description: 'When the last upload was done.' })
  read_at!: string | null;

  @ApiProperty({ format: 'date-time' })
  created_at!: string;

  @ApiProperty({ format: 'date-time' })
  updated_at!: string;

  @ApiProperty()
  links!: InventoryLinks;
}

export class NamedSoftware {
  @ApiProperty({ format: 'uuid' })
  id!: string;

  @ApiProperty({ example: 'nginx' })
  name!: string;
}

export class DeploymentResponse {
  @ApiProperty({ format: 'uuid' })
  id!: string;

  @ApiProperty({ format: 'uuid', description: 'Id of the favorite.' })
  favorite!: string;

  @ApiProperty()
  software!: NamedSoftware;

  @ApiProperty({ example: '1.30.1' })
  version!: string;

  @ApiProperty({ description: 'Of the component, as the file has it.', example: 'library/nginx' })
  name!: string;

  @ApiProperty({ format: 'date-time', description: 'When an upload said so first.' })
  seen_at!: string;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'The higher version of its favorite: this one waits until you accept it. null: it counts.',
    example: null,
  })
  waits_for!: string | null;

  @ApiProperty({ description: 'Whether a newer version is on offer for this one.' })
  update_available!: boolean;

  @ApiProperty({ type: String, nullable: true, example: '1.30.4', description: 'That version.' })
  available!: string | null;
}

class ComparedInventory {
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Its name; null: the program itself answered it.',
    example: 'web-1',
  })
  name!: string | null;

  @ApiProperty({ type: [String], description: 'The lowest first.', example: ['1.30.1'] })
  versions!: string[];
}

export class ComparedEnvironment {
  @ApiProperty({ type: String, nullable: true })
  environment!: string | null;

  @ApiProperty({ type: [ComparedInventory] })
  inventories!: ComparedInventory[];
}

export class ComparisonResponse {
  @ApiProperty()
  software!: NamedSoftware;

  @ApiProperty({ format: 'uuid', description: 'Id of the favorite.' })
  favorite!: string;

  @ApiProperty({ type: [ComparedEnvironment] })
  environments!: ComparedEnvironment[];

  @ApiProperty({ description: 'Whether it is in use at several versions.' })
  differs!: boolean;
}

export const toInventoryResponse = (row: InventoryRow, links: Links): InventoryResponse => ({
  id: row.id,
  name: row.name,
  environment: row.environment,
  scope: row.scope,
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
