import { Column, Entity, Index, JoinColumn, ManyToOne, OneToOne, PrimaryColumn } from 'typeorm';
import {
  AsciiColumn,
  CountColumn,
  FlagColumn,
  LongAsciiColumn,
  LongTextColumn,
  MomentColumn,
  TextColumn,
  UuidPrimaryColumn,
} from '../../database/columns';
import { Software } from '../../software/software.entity';
import { Version } from '../../version/versions/version.entity';

const Id = () => PrimaryColumn({ type: 'varchar', length: 128, charset: 'ascii', collation: 'ascii_bin' });

/**
 * A record of an advisory database. An import writes rows of its own batch, which nobody sees until the provider's batch is raised
 * (`advisory_batch`): so a killed or a held import changes nothing. A row is seen while `fromBatch` <= batch < `toBatch`.
 */
@Entity('advisory')
@Index('advisory_to', ['provider', 'toBatch']) // what an import replaces
@Index('advisory_from', ['provider', 'fromBatch']) // what an import adds
@Index('advisory_vulnerability', ['vulnerability']) // records of a vulnerability
@Index('advisory_record', ['provider', 'recordId', 'fromBatch'], { unique: true }) // the import
export class Advisory {
  @UuidPrimaryColumn()
  id!: string;

  /** The provider of knowledge that imported it: a row of `advisory_batch`. */
  @AsciiColumn(32)
  provider!: string;

  @AsciiColumn(128)
  recordId!: string;

  @CountColumn()
  fromBatch!: number;

  /** Null: it is still so. */
  @Column({ type: 'int', nullable: true })
  toBatch!: number | null;

  /** See `vulnerabilityOf`. */
  @AsciiColumn(128)
  vulnerability!: string;

  /** JSON, a list of texts. */
  @LongAsciiColumn()
  aliases!: string;

  @TextColumn(500, { nullable: true })
  summary!: string | null;

  /** Its place in `SEVERITIES`. */
  @Column({ type: 'tinyint' })
  severity!: number;

  @AsciiColumn(255, { nullable: true })
  cvss!: string | null;

  /** The database that it is from, for people. */
  @TextColumn(64)
  databaseName!: string;

  @TextColumn(2048, { nullable: true })
  url!: string | null;

  @AsciiColumn(10, { nullable: true })
  published!: string | null;

  @AsciiColumn(10, { nullable: true })
  modified!: string | null;

  /** SHA-256 of what is stored, by which an import tells what has changed. */
  @AsciiColumn(64)
  digest!: string;
}

/** The versions of one product that an advisory is about: an `AdvisoryRange`. */
@Entity('advisory_range')
@Index('advisory_range_key', ['keyType', 'keyValue']) // what is known of a product
export class AdvisoryRangeRow {
  @UuidPrimaryColumn()
  advisoryId!: string;

  @ManyToOne(() => Advisory, { onDelete: 'CASCADE', nullable: false })
  advisory!: Advisory;

  @PrimaryColumn({ type: 'int' })
  position!: number;

  @AsciiColumn(8)
  keyType!: string;

  @TextColumn(255)
  keyValue!: string;

  /** Its place in `ORIGINS`. */
  @Column({ type: 'tinyint' })
  origin!: number;

  @AsciiColumn(16, { nullable: true })
  scheme!: string | null;

  /** JSON: `{ranges, versions, target, denial}` of an `AdvisoryRange`. */
  @LongTextColumn()
  content!: string;
}

/** Which batch of a provider's records counts. */
@Entity('advisory_batch')
export class AdvisoryBatch {
  @PrimaryColumn({ type: 'varchar', length: 32, charset: 'ascii', collation: 'ascii_bin' })
  provider!: string;

  @CountColumn()
  batch!: number;

  /** The last batch that tells nobody of what it finds: the snapshot that came with the service, where nothing was imported before. */
  @CountColumn()
  quietBatch!: number;

  /** Why the next batch is complete and waits for `knowledge accept`; null = it does not. */
  @TextColumn(500, { nullable: true })
  heldBecause!: string | null;

  /** JSON: what is stored of the import when it is accepted (`as_of`, `records`, `rejected`). */
  @LongAsciiColumn({ nullable: true })
  held!: string | null;

  /** When the operator was last notified that one is held, since the last one counted. */
  @MomentColumn({ nullable: true })
  reportedAt!: string | null;
}

/** A CVE that is known to be exploited, or its probability. */
@Entity('exploit')
export class Exploit {
  @Id()
  vulnerability!: string;

  /** The day since which it is known to be exploited, by each who says so; null = they do not. */
  @AsciiColumn(10, { nullable: true })
  cisaOn!: string | null;

  @AsciiColumn(10, { nullable: true })
  enisaOn!: string | null;

  /** When this service learned first that it is exploited. */
  @MomentColumn({ nullable: true })
  exploitedAt!: string | null;

  /** EPSS of FIRST: the probability of an exploit in the next 30 days, in ten-thousandths. */
  @Column({ type: 'int', nullable: true })
  epss!: number | null;
}

/** Products with advisories. A product without a row has none, and nobody assesses it. */
@Entity('software_advisory')
export class SoftwareAdvisory {
  @UuidPrimaryColumn()
  softwareId!: string;

  @OneToOne(() => Software, { onDelete: 'CASCADE', nullable: false })
  @JoinColumn()
  software!: Software;

  /** Rises with each change of its advisories or of what is known of exploits: findings of an earlier one are outdated. */
  @CountColumn()
  revision!: number;

  /** JSON: the names of the databases that have records of it. Null: nothing was assessed yet. */
  @TextColumn(500, { nullable: true })
  knownBy!: string | null;

  /** The day of the newest of these records. */
  @AsciiColumn(10, { nullable: true })
  asOf!: string | null;
}

/** The findings of a version were made from this revision of its product's advisories. Only versions that somebody asks for have one. */
@Entity('assessment')
export class Assessment {
  @UuidPrimaryColumn()
  versionId!: string;

  @OneToOne(() => Version, { onDelete: 'CASCADE', nullable: false })
  @JoinColumn()
  version!: Version;

  @CountColumn()
  revision!: number;
}

/** A vulnerability that a version has, or may have: see `Finding`. */
@Entity('finding')
@Index('finding_vulnerability', ['vulnerability']) // which versions an exploit concerns
export class FindingRow {
  @UuidPrimaryColumn()
  versionId!: string;

  @ManyToOne(() => Version, { onDelete: 'CASCADE', nullable: false })
  version!: Version;

  @Id()
  vulnerability!: string;

  /** Its place in `FINDING_STATES`. */
  @Column({ type: 'tinyint' })
  state!: number;

  /** Its place in `SEVERITIES`. */
  @Column({ type: 'tinyint' })
  severity!: number;

  @TextColumn(255, { nullable: true })
  fixed!: string | null;

  @TextColumn(500, { nullable: true })
  reason!: string | null;

  /** When it became a finding of this version, or a worse one. */
  @MomentColumn()
  foundAt!: string;

  /** Found by the snapshot that came with the service, before anything else was imported: nobody is told of it. */
  @FlagColumn({ default: false })
  isQuiet!: boolean;
}
