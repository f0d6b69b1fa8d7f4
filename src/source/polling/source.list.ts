import type { ListSpec } from '../../api/list/list-spec';

/** What `host` may be: see `SourceHost`. */
const HOST = '^[!-~]{1,255}$';

/** Sources, for the operator. Each filter and each order has an index; `failing_since` orders those that fail, and leaves out the others. */
export const sourceList: ListSpec = {
  filters: {
    state: {
      kind: 'word',
      column: 's.failing_since',
      operators: ['eq'],
      values: ['failing', 'ok'],
      read: (text) => {
        if (text !== 'failing' && text !== 'ok') return 'must be one of failing, ok';
        const condition = `s.failing_since IS ${text === 'failing' ? 'NOT ' : ''}NULL`;
        return { condition, value: text, parameters: [] };
      },
      description: '`failing`: the last poll brought no answer. `ok`: all others.',
    },
    type: { kind: 'code', column: 's.type', operators: ['eq'], description: 'As in `GET /source-type`.' },
    host: {
      kind: 'text',
      column: 's.host',
      operators: ['eq'],
      schema: { pattern: HOST, maxLength: 255 },
      // A host counts by credentials, which follow `#`: only names with them are between the two.
      read: (text) => {
        const host = text.toLowerCase();
        if (!new RegExp(HOST).test(host)) return 'must be a host, such as api.github.com';
        return { condition: '(s.host >= ? AND s.host < ?)', value: host, parameters: [host, `${host}$`] };
      },
      description: 'The host that is asked, with its port if it is not the usual one.',
    },
  },
  sorts: {
    software: { column: 's.software_id', unique: true, holds: 'ascii' },
    failing_since: { column: 's.failing_since', holds: 'moment' },
  },
  defaultSort: 'software',
  idColumn: 's.software_id',
};
