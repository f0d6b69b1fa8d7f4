import { Entity, ManyToOne, PrimaryColumn } from 'typeorm';
import {
  AsciiColumn,
  CountColumn,
  LongAsciiColumn,
  MomentColumn,
  TextColumn,
  UuidColumn,
  UuidPrimaryColumn,
} from '../../database/columns';
import { Software } from '../../software/software.entity';

/** A provider of knowledge: the time of its next request, and the result of the last one. */
@Entity('knowledge')
export class Knowledge {
  @PrimaryColumn({ type: 'varchar', length: 32, charset: 'ascii', collation: 'ascii_bin' })
  provider!: string;

  /** Digest of the requested address: validators of another one mean nothing. Null: never requested. */
  @AsciiColumn(64, { nullable: true })
  target!: string | null;

  @AsciiColumn(255, { nullable: true })
  etag!: string | null;

  @AsciiColumn(255, { nullable: true })
  lastModified!: string | null;

  /** JSON: the validators of each of several addresses, by the digest of the address. */
  @LongAsciiColumn({ nullable: true })
  validators!: string | null;

  /** Digest of the snapshot that came with the service and was imported last, and of the products' identifiers at that time. */
  @AsciiColumn(64, { nullable: true })
  bundled!: string | null;

  /** Since when there is this address. */
  @MomentColumn({ nullable: true })
  askedSince!: string | null;

  @MomentColumn()
  nextAt!: string;

  /** The process that requests or stores the answer. */
  @UuidColumn({ nullable: true })
  claimId!: string | null;

  @MomentColumn({ nullable: true })
  heldUntil!: string | null;

  @MomentColumn({ nullable: true })
  askedAt!: string | null;

  /** When it answered last, even that nothing has changed. */
  @MomentColumn({ nullable: true })
  answeredAt!: string | null;

  /** In a row. */
  @CountColumn()
  failures!: number;

  @TextColumn(500, { nullable: true })
  lastError!: string | null;

  /** The day of the stored facts, by their own date. Null: nothing was read to its end. */
  @AsciiColumn(10, { nullable: true })
  asOf!: string | null;

  /** Of the answer or the file that was stored last. */
  @CountColumn()
  records!: number;

  @CountColumn()
  rejected!: number;
}

/** A product that a provider of knowledge covers. */
@Entity('knowledge_match')
export class KnowledgeMatch {
  @UuidPrimaryColumn()
  softwareId!: string;

  @ManyToOne(() => Software, { onDelete: 'CASCADE', nullable: false })
  software!: Software;

  @PrimaryColumn({ type: 'varchar', length: 32, charset: 'ascii', collation: 'ascii_bin' })
  provider!: string;

  /** The provider's name for the product. */
  @TextColumn(255)
  name!: string;

  /** For a product that the provider no longer covers: the day of its last facts. Null: that of its last answer. */
  @AsciiColumn(10, { nullable: true })
  asOf!: string | null;
}
