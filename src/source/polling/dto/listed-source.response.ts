import { Field, ID, MOMENT, NULLABLE } from '../../../api/endpoint/field';
import { SourceHealth } from './source.dto';

class ListedSoftware {
  @Field(ID) id!: string;
  @Field({ example: 'nginx' }) name!: string;
}

/** A source without its settings. */
export class ListedSourceResponse extends SourceHealth {
  @Field() software!: ListedSoftware;
  @Field({ example: 'github-releases' }) type!: string;
  @Field('The host that is asked.', { example: 'api.github.com' }) host!: string;
  @Field(MOMENT, NULLABLE, 'Until when its host is not asked.') host_rests_until!: string | null;
}
