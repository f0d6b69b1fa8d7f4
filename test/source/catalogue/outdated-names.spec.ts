import { parseRecord, readRecord, RecordError } from '../../../src/source/catalogue/record';

const PRODUCT = { publisher: { name: 'P' }, software: { name: 'S' } };
const IDENTITY = { kind: 'ci', id: 'widget' };
const SOURCE = { type: 'npm', settings: { package: 'widget' }, interval: '6h' };
const READ = { identity: 'ci:widget', source: { ...SOURCE, interval: 21_600 } };

const read = (fields: object) => readRecord({ ...PRODUCT, ...fields });

function refusal(fields: object): { field: string | null; message: string } {
  try {
    read(fields);
  } catch (error) {
    if (error instanceof RecordError) return { field: error.field, message: error.message };
    throw error;
  }
  throw new Error('The record was read.');
}

describe('the names of identity and source in a record', () => {
  it.each<[string, object, string[]]>([
    ['the new ones', { identity: IDENTITY, source: SOURCE }, []],
    ['the old ones', { source: IDENTITY, feed: SOURCE }, ['source', 'feed']],
    [
      'an old identity with keys of its own',
      { source: { ...IDENTITY, licence: 'MIT' }, feed: SOURCE },
      ['source', 'feed'],
    ],
    ['an old identity with a type', { source: { ...IDENTITY, type: 'package' }, feed: SOURCE }, ['source', 'feed']],
    ['a new identity and an old source', { identity: IDENTITY, feed: SOURCE }, ['feed']],
    ['all three, for readers of both', { identity: IDENTITY, source: IDENTITY, feed: SOURCE }, ['source', 'feed']],
    ['a source under both names', { identity: IDENTITY, source: SOURCE, feed: SOURCE }, ['feed']],
    [
      'a source under both names, with its keys in another order',
      { identity: IDENTITY, source: SOURCE, feed: { interval: '6h', settings: SOURCE.settings, type: 'npm' } },
      ['feed'],
    ],
    ['a source with keys to ignore', { identity: IDENTITY, source: { ...SOURCE, kind: 'x', id: 1 } }, []],
    ['null for the old ones', { identity: IDENTITY, source: SOURCE, feed: null }, []],
    ['null for the new ones', { identity: null, source: IDENTITY, feed: SOURCE }, ['source', 'feed']],
  ])('%s say the same', (_what, fields, outdated) => expect(read(fields)).toMatchObject({ ...READ, outdated }));

  it.each<[string, object, string | null, object | null]>([
    ['an old identity', { source: IDENTITY }, 'ci:widget', null],
    ['a new source', { source: SOURCE }, null, READ.source],
    ['an old source', { feed: SOURCE }, null, READ.source],
    ['none of them', {}, null, null],
    ['null for all', { identity: null, source: null, feed: null }, null, null],
  ])('%s alone says nothing of the other', (_what, fields, identity, source) =>
    expect(read(fields)).toMatchObject({ identity, source }),
  );

  it('are no names where they come with the prototype', () =>
    expect(parseRecord(`{"__proto__":{"feed":1,"source":1},${JSON.stringify(PRODUCT).slice(1)}`)).toMatchObject({
      identity: null,
      source: null,
      outdated: [],
    }));

  it.each<[string, object, string, string]>([
    [
      'another identity under each name',
      { identity: IDENTITY, source: { ...IDENTITY, id: 'other' } },
      'source',
      'source is the old name of identity, which says something else',
    ],
    [
      'another source under each name',
      { source: SOURCE, feed: { ...SOURCE, interval: '1d' } },
      'feed',
      'feed is the old name of source, which says something else',
    ],
    [
      'a source that may be either',
      { source: { ...SOURCE, ...IDENTITY } },
      'source',
      'source has kind or id beside settings: give an identity as well',
    ],
    ['half of an old identity', { source: { kind: 'ci' } }, 'source.id', 'source.id must be text'],
    ['half of a new identity', { identity: { id: 'widget' } }, 'identity.kind', 'identity.kind must be text'],
    ['half of a new source', { source: { type: 'npm' } }, 'source.settings', 'source.settings must be an object'],
    ['half of an old source', { feed: { type: 'npm' } }, 'feed.settings', 'feed.settings must be an object'],
    ['an empty source', { source: {} }, 'source.type', 'source.type must be text'],
    ['a list', { source: [IDENTITY] }, 'source', 'source must be an object'],
    ['text', { source: 'ci:widget' }, 'source', 'source must be an object'],
    ['text under the old name', { feed: 'npm' }, 'feed', 'feed must be an object'],
  ])('are refused with %s', (_what, fields, field, message) => expect(refusal(fields)).toEqual({ field, message }));
});
