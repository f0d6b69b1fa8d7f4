import { Column, Entity, Index } from 'typeorm';
import { AsciiColumn, MomentColumn, TextColumn, UuidPrimaryColumn } from '../../database/columns';

/** An image that runs somewhere under a tag that says no version, by its digest, and what its registry has said of that. */
@Entity('image_digest')
@Index('image_digest_once', ['image', 'digest'], { unique: true }) // one of each; the look-up
@Index('image_digest_asked', ['askedAt', 'id']) // the removal of old ones
export class ImageDigest {
  @UuidPrimaryColumn()
  id!: string;

  /** SHA-256 of the package URL without its version. */
  @AsciiColumn(64)
  image!: string;

  /** `sha256:…` */
  @AsciiColumn(71)
  digest!: string;

  /** The tag of a version that leads to it; null = none is known. */
  @TextColumn(128, { nullable: true })
  tag!: string | null;

  /** Tags that were tried without success; null = all that are. */
  @Column({ type: 'int', nullable: true })
  tried!: number | null;

  /** When its registry was asked last. */
  @MomentColumn()
  askedAt!: string;
}
