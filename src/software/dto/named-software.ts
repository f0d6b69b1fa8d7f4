import { Field, ID } from '../../api/endpoint/field';

export class NamedSoftware {
  @Field(ID) id!: string;
  @Field({ example: 'nginx' }) name!: string;
}
