import { Entity, Index, ManyToOne } from 'typeorm';
import { TextColumn, UuidColumn, UuidPrimaryColumn } from '../../database/columns';
import { User } from '../../access/user/user.entity';
import { MAX_TAG } from './tag-name';

/** A word of a user's own for some of their favorites. It stays until they delete it, with no favorite too. */
@Entity('tag')
@Index('tag_user_name', ['userId', 'nameKey'], { unique: true }) // one of each name; the list
export class Tag {
  @UuidPrimaryColumn()
  id!: string;

  @UuidColumn()
  userId!: string;

  @ManyToOne(() => User, { onDelete: 'CASCADE', nullable: false })
  user!: User;

  /** As it was first written. */
  @TextColumn(MAX_TAG)
  name!: string;

  /** `foldName` of it. */
  @TextColumn(255)
  nameKey!: string;
}

/** A favorite has a tag. */
@Entity('favorite_tag')
@Index('favorite_tag_tag', ['tagId', 'favoriteId']) // how many have it; serves the foreign key
export class FavoriteTag {
  @UuidPrimaryColumn()
  favoriteId!: string;

  @ManyToOne('favorite', { onDelete: 'CASCADE', nullable: false })
  favorite!: object;

  @UuidPrimaryColumn()
  tagId!: string;

  @ManyToOne(() => Tag, { onDelete: 'CASCADE', nullable: false })
  tag!: Tag;
}
