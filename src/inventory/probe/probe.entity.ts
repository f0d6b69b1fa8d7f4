import { Entity, Index, ManyToOne } from 'typeorm';
import { User } from '../../access/user/user.entity';
import {
  AsciiColumn,
  CountColumn,
  LongAsciiColumn,
  MomentColumn,
  TextColumn,
  UuidColumn,
  UuidPrimaryColumn,
} from '../../database/columns';
import { Favorite } from '../../favorite/store/favorite.entity';

/** Where the version in use of a favorite is asked for in an environment, and what was answered last. */
@Entity('probe')
@Index('probe_user', ['userId']) // the quota
@Index('probe_due', ['host', 'nextAt']) // what is due at a host
@Index('probe_once', ['favoriteId', 'environment'], { unique: true }) // those of a favorite
export class Probe {
  @UuidPrimaryColumn()
  id!: string;

  @UuidColumn()
  userId!: string;

  @ManyToOne(() => User, { onDelete: 'CASCADE', nullable: false })
  user!: User;

  @UuidColumn()
  favoriteId!: string;

  @ManyToOne(() => Favorite, { onDelete: 'CASCADE', nullable: false })
  favorite!: Favorite;

  /** The product that answers: a favorite that was moved to another one has no probes. */
  @UuidColumn()
  softwareId!: string;

  @TextColumn(64)
  environment!: string;

  /** The key of a preset, which says where the version stands; null = the next three do. */
  @AsciiColumn(64, { nullable: true })
  preset!: string | null;

  @TextColumn(255, { nullable: true })
  jsonPath!: string | null;

  @TextColumn(255, { nullable: true })
  pattern!: string | null;

  /** Of the response. */
  @AsciiColumn(64, { nullable: true })
  header!: string | null;

  /** The address and the headers of the request, sealed. */
  @LongAsciiColumn()
  settings!: string;

  @CountColumn({ default: undefined })
  intervalSeconds!: number;

  /** See `SourceHost`. */
  @AsciiColumn(255)
  host!: string;

  @MomentColumn()
  nextAt!: string;

  /** Rises with each change by its owner: what was asked before does not count any more. */
  @CountColumn()
  revision!: number;

  /** In a row. */
  @CountColumn()
  failures!: number;

  @MomentColumn({ nullable: true })
  askedAt!: string | null;

  /** When the last version was answered. */
  @MomentColumn({ nullable: true })
  answeredAt!: string | null;

  /** That version, as the catalogue or its owner writes it. */
  @TextColumn(255, { nullable: true })
  answer!: string | null;

  @MomentColumn({ nullable: true })
  failingSince!: string | null;

  /** Why the last answer was none. */
  @TextColumn(500, { nullable: true })
  message!: string | null;

  @MomentColumn()
  createdAt!: string;

  @MomentColumn()
  updatedAt!: string;
}
