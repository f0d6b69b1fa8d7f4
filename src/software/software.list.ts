import { type ListSpec, WHOLE_LIST } from '../common/list/list-spec';

export const SOFTWARE_INCLUDES = ['includePublisher', 'includeLatestVersion', 'includeVersions'] as const;

export const softwareList: ListSpec = {
  filters: {
    name: { kind: 'name', column: 's.name_key', operators: ['eq', 'ne', 'like'] },
    last_update: { kind: 'moment', column: 's.updated_at', operators: ['gt', 'gte', 'lt', 'lte'] },
  },
  sorts: { name: { column: 's.name_key' }, last_update: { column: 's.updated_at', holds: 'moment' } },
  defaultSort: 'name',
  idColumn: 's.id',
  includes: SOFTWARE_INCLUDES,
};

export const publisherSoftwareList: ListSpec = {
  filters: { title: { kind: 'name', column: 's.name_key', operators: ['eq', 'ne', 'like'] } },
  sorts: { title: { column: 's.name_key' }, last_update: { column: 's.updated_at', holds: 'moment' } },
  defaultSort: 'title',
  idColumn: 's.id',
  defaultPerPage: WHOLE_LIST,
};
