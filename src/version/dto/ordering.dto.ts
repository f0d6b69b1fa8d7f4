import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional } from 'class-validator';
import { MAX_PATTERN, SCHEME_NAMES } from 'version-order';
import { IsOneOf, IsText, MayBeAbsent } from '../../common/api/validation';
import type { OrderingRow } from '../../software/software.repository';

export class OrderingResponse {
  @ApiProperty({ enum: SCHEME_NAMES, example: 'generic' })
  scheme!: string;

  @ApiProperty({ type: String, nullable: true, description: 'The order of the fields, for the scheme `calver`.' })
  calver_pattern!: string | null;

  @ApiProperty({
    type: String,
    nullable: true,
    description:
      'RE2 with one group, which captures the version in a label. Labels that it does not match are left out.',
    example: '^[vV]?(\\d{1,3}(?:\\.\\d+)+)$',
  })
  tag_pattern!: string | null;

  @ApiProperty({ type: String, nullable: true, description: 'RE2: labels that it matches are left out.' })
  ignore_pattern!: string | null;

  @ApiProperty({ type: String, nullable: true, description: 'RE2: labels that it matches are pre-releases.' })
  prerelease_pattern!: string | null;
}

const PATTERN = { nullable: true, description: 'null: none.' };

export class WriteOrderingDto {
  @ApiPropertyOptional({ description: 'How versions are compared.', example: 'semver' })
  @MayBeAbsent()
  @IsOneOf(SCHEME_NAMES)
  scheme?: string;

  @ApiPropertyOptional({ ...PATTERN, description: 'The order of the fields, for the scheme `calver`; null: none.' })
  @IsOptional()
  @IsText(1, MAX_PATTERN)
  calver_pattern?: string | null;

  @ApiPropertyOptional({
    ...PATTERN,
    description: 'RE2 with one group, which captures the version in a label; null: the label is the version.',
    example: '^v([0-9.]+)$',
  })
  @IsOptional()
  @IsText(1, MAX_PATTERN)
  tag_pattern?: string | null;

  @ApiPropertyOptional({ ...PATTERN, description: 'RE2: labels that it matches are left out; null: none.' })
  @IsOptional()
  @IsText(1, MAX_PATTERN)
  ignore_pattern?: string | null;

  @ApiPropertyOptional({ ...PATTERN, description: 'RE2: labels that it matches are pre-releases; null: none.' })
  @IsOptional()
  @IsText(1, MAX_PATTERN)
  prerelease_pattern?: string | null;
}

export const toOrderingResponse = (row: OrderingRow): OrderingResponse => ({
  scheme: row.scheme,
  calver_pattern: row.calver_pattern,
  tag_pattern: row.tag_pattern,
  ignore_pattern: row.ignore_pattern,
  prerelease_pattern: row.prerelease_pattern,
});
