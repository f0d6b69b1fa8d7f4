import { Entity, PrimaryColumn } from 'typeorm';
import { CountColumn } from '../../database/columns';

/** How many confirmation mails were requested in one hour of the clock, by all users. Kept for a day. */
@Entity('confirmation_hour')
export class ConfirmationHour {
  /** Hours since 1970. */
  @PrimaryColumn({ type: 'int' })
  hour!: number;

  @CountColumn()
  mails!: number;
}
