import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsObject } from 'class-validator';
import { IsFlag } from '../../../common/api/validation';
import { TRIAGE_STATES, type TriageState } from '../../store/risk';

export const LISTED_AT_MOST = 1_000;

/** Why a statement decides nothing. */
export const UNUSED_REASONS = ['no-favorite', 'other-version', 'not-found', 'no-decision', 'superseded'] as const;
export type UnusedReason = (typeof UNUSED_REASONS)[number];

export class ApplyVexDto {
  @ApiProperty({
    type: Object,
    additionalProperties: {},
    description:
      'A document of OpenVEX 0.2, CycloneDX 1.4 to 1.7 (JSON) or CSAF 2.0 and 2.1; at most 10,000 statements.',
    example: {
      '@context': 'https://openvex.dev/ns/v0.2.0',
      '@id': 'https://example.com/vex/2026-1',
      author: 'Example',
      timestamp: '2026-11-26T08:30:00Z',
      version: 1,
      statements: [
        {
          vulnerability: { name: 'CVE-2026-42533' },
          products: [{ '@id': 'pkg:github/nginx/nginx@1.30.0' }],
          status: 'not_affected',
          justification: 'vulnerable_code_not_in_execute_path',
        },
      ],
    },
  })
  @IsObject({ message: 'must be an object' })
  document!: Record<string, unknown>;

  @ApiPropertyOptional({ description: 'Says what would be decided, and decides nothing.' })
  @IsFlag()
  dry_run?: boolean;
}

const AT = 'The place of the statement in the document.';

/** A decision that a document makes about a favorite. */
export class VexDecision {
  @ApiProperty({ format: 'uuid' })
  favorite!: string;

  @ApiProperty({ description: 'The name of the product.', example: 'nginx' })
  software!: string;

  @ApiProperty({ description: 'The version in use.', example: '1.30.0' })
  version!: string;

  @ApiProperty({ example: 'CVE-2026-42533' })
  advisory!: string;

  @ApiProperty({ enum: TRIAGE_STATES })
  state!: TriageState;

  @ApiProperty({ example: 'vulnerable code not in execute path' })
  reason!: string;

  @ApiProperty({ description: AT, example: 'statements[0]' })
  at!: string;
}

export class UnusedStatement {
  @ApiProperty({ description: AT, example: 'statements[1]' })
  at!: string;

  @ApiProperty({ example: 'CVE-2026-42533' })
  advisory!: string;

  @ApiProperty({
    enum: UNUSED_REASONS,
    description:
      '`no-favorite`: it names no product that the caller tracks. `other-version`: another version than the one in use. `not-found`: the version in use has no such vulnerability. `no-decision`: it says `fixed`, or `affected` and not that it is to stay. `superseded`: a newer one of the document is about the same.',
  })
  because!: UnusedReason;
}

export class RejectedStatement {
  @ApiProperty({ description: AT, example: 'statements[2]' })
  at!: string;

  @ApiProperty({ description: 'Why it cannot be read.', example: 'has no valid id' })
  reason!: string;
}

/** What a document decides. Lists have at most 1,000 entries. */
export class VexOutcome {
  @ApiProperty({ description: 'Whether nothing was written.' })
  dry_run!: boolean;

  @ApiProperty({ minimum: 0, description: 'Statements of the document.', example: 3 })
  statements!: number;

  @ApiProperty({ minimum: 0, description: 'Decisions that are new, or differ.', example: 1 })
  decided!: number;

  @ApiProperty({ minimum: 0, description: 'Decisions that were so already.', example: 0 })
  unchanged!: number;

  @ApiProperty({ minimum: 0, description: 'Statements that decide nothing.', example: 1 })
  unused!: number;

  @ApiProperty({ minimum: 0, description: 'Statements that cannot be read.', example: 1 })
  rejected!: number;

  @ApiProperty({ type: [VexDecision] })
  decisions!: VexDecision[];

  @ApiProperty({ type: [UnusedStatement] })
  unused_statements!: UnusedStatement[];

  @ApiProperty({ type: [RejectedStatement] })
  rejected_statements!: RejectedStatement[];
}
