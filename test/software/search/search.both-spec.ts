import { SearchUpkeep } from '../../../src/software/search/search-upkeep';
import { column, expectProblem, forgeCursor, known, linksOf, UNKNOWN_ID, walk } from '../../setup/api';
import { useAgent, useApp } from '../../setup/app';

const test = useApp();
const ada = useAgent(() => test.as('ada'));

interface Facts {
  id?: string;
  publisher?: string;
  aliases?: string[];
  stars?: number;
  short?: string | null;
  description?: string | null;
}

let serial = 0;

/** A product of which nothing but what is given can be found. */
const found = (name: string, { id, publisher, aliases, stars, short = null, description = null }: Facts = {}) => ({
  identity: { kind: 'search', id: id ?? `product ${++serial}` },
  publisher: { name: publisher ?? '§' },
  software: { name, short_description: short, description },
  versions: [{ version: '1.0' }],
  ...(stars !== undefined && { stars }),
  ...(aliases && { identifiers: aliases.map((value) => ({ type: 'alias', value })) }),
});

async function add(...records: ReturnType<typeof found>[]): Promise<void> {
  expect(await test.import(...records)).toMatchObject({ rejected: 0 });
}

const path = (q: string, more = '') => `/api/v1/software?q=${encodeURIComponent(q)}${more}`;

async function search(q: string, more = ''): Promise<string[]> {
  const { body } = await ada.get(path(q, more)).expect(200);
  return (body.data as { name: string }[]).map(({ name }) => name);
}

async function idOf(name: string): Promise<string> {
  const [row] = await test.database.query<{ id: string }>('SELECT id FROM software WHERE name = ?', [name]);
  return row!.id;
}

describe('what is found comes in the order', () => {
  it('the text itself, its beginning, a word, the beginning of a word, a part', async () => {
    await add(
      found('Xxzorbel'),
      found('One zorbelist'),
      found('The zorbel thing'),
      found('Zorbel writer'),
      found('Zorbel'),
    );
    const names = ['Zorbel', 'Zorbel writer', 'The zorbel thing', 'One zorbelist', 'Xxzorbel'];
    expect(await search('zorbel')).toEqual(names);
    expect(await search('zorbel', '&sort=-relevance')).toEqual(names.toReversed());
    expect(await search('zorbel', '&sort=name')).toEqual(names.toSorted());
  });

  it('names, aliases, publishers, descriptions, whichever of them is the text', async () => {
    await add(
      found('Aa', { description: 'It has a quimby inside.' }),
      found('Bb', { publisher: 'Quimby' }),
      found('Cc', { aliases: ['quimby'] }),
      found('Quimby'),
      found('Dd', { short: 'Quimbys are things' }),
    );
    expect(await search('quimby')).toEqual(['Quimby', 'Cc', 'Bb', 'Aa', 'Dd']);
  });

  it('a better match in a worse text before a worse match in a better one', async () => {
    await add(
      found('Plondering'),
      found('Ee', { aliases: ['plonder'] }),
      found('Deplonder'),
      found('Ff', { publisher: 'My plonder' }),
    );
    expect(await search('plonder')).toEqual(['Ee', 'Plondering', 'Ff', 'Deplonder']);
  });

  it('shorter names before longer ones, and the older product of two with the same name', async () => {
    await add(
      found('Grotzle studio'),
      found('Grotzle'),
      found('Grotzle pro'),
      found('Grotzle', { publisher: 'Another §' }),
    );
    expect(await search('grotz')).toEqual(['Grotzle', 'Grotzle', 'Grotzle pro', 'Grotzle studio']);
    const { body } = await ada.get(path('grotz', '&includePublisher'));
    expect(body.data.map((one: { publisher: { name: string } }) => one.publisher.name).slice(0, 2)).toEqual([
      '§',
      'Another §',
    ]);
  });

  it('the better known first among what is the text, be it a name or an alias, and then among the others', async () => {
    await add(
      found('Skandor'),
      found('Known by alias', { aliases: ['skandor'], stars: 40_000 }),
      found('Skandor two', { stars: 10 }),
      found('Skandor three', { stars: 90_000 }),
      found('Skandor', { publisher: 'Better known §', stars: 900 }),
      found('Not skandor', { stars: 500_000 }),
    );
    const names = ['Known by alias', 'Skandor', 'Skandor', 'Skandor three', 'Skandor two', 'Not skandor'];
    expect(await search('skandor')).toEqual(names);
    const pages = [1, 2, 3].map((page) => search('skandor', `&per_page=2&page=${page}`));
    expect((await Promise.all(pages)).flat()).toEqual(names);
    expect(column(await walk(ada, path('skandor', '&per_page=2')), 'name')).toEqual(names);
  });

  it('what people track here first, from the next upkeep on', async () => {
    await add(found('Tresko one'), found('Tresko other'));
    const id = await idOf('Tresko other');
    await ada.post('/api/v1/favorite').send({ software: id, version: '1.0' }).expect(201);
    expect(await search('tresko')).toEqual(['Tresko one', 'Tresko other']);
    await test.app.get(SearchUpkeep).refresh();
    expect(await search('tresko')).toEqual(['Tresko other', 'Tresko one']);
    expect(await test.app.get(SearchUpkeep).refresh()).toEqual({ publishers: 0, software: 0 });
  });

  it('the products of a publisher by how well known they are', async () => {
    await add(found('Short', { publisher: 'Gralmex' }), found('A longer name', { publisher: 'Gralmex', stars: 50 }));
    expect(await search('gralmex')).toEqual(['A longer name', 'Short']);
  });

  it('a product once, however often it is found', async () => {
    await add(
      found('Vimble', { publisher: 'Vimble', aliases: ['vimble', 'vimbles', 'my vimble'], description: 'Vimble.' }),
    );
    expect(await search('vimble', '&includeTotal')).toEqual(['Vimble']);
    expect((await ada.get(path('vimb', '&includeTotal'))).body.meta.total).toBe(1);
  });
});

describe('several words', () => {
  it('are found in any order, together or apart, each in any text', async () => {
    await add(
      found('Prundle dokk editor', { publisher: 'Massive §' }),
      found('Prundle', { publisher: 'Trovik', aliases: ['sneck'] }),
      found('Prundle trovik'),
    );
    expect(await search('dokk prundle')).toEqual(['Prundle dokk editor']);
    expect(await search('dokkeditor')).toEqual(['Prundle dokk editor']);
    expect(await search('prun dledokk')).toEqual(['Prundle dokk editor']);
    expect(await search('massive editor')).toEqual(['Prundle dokk editor']);
    expect(await search('prundle trovik')).toEqual(['Prundle trovik', 'Prundle']);
    expect(await search('trov  sneck\tprund')).toEqual(['Prundle']);
    expect(await search('prundle nowhere')).toEqual([]);
  });
});

describe('the same is', () => {
  it.each([
    ['JÖRMUN', 'jormun', 'Jörmun', 'jo\u0308rmun', 'ＪＯＲＭＵＮ', ' jormun '],
    ['8-Klip', '8klip', '8-klip', '8 klip', '8.klip', '８-Klip'],
    ['Vode.js', 'vodejs', 'vode.js', 'VODE JS', 'vode-js'],
    ['Zlang++', 'zlang++', 'Zlangpp'],
    ['Y# tools', 'y# tools', 'ysharp tools', 'y#'],
    ['Makers .Wob', '.wob', 'dotwob', 'makers .wob'],
    ['Łądź Straße', 'ladz strasse', 'łądź straße', 'LADZ STRASSE'],
    ['Пингвинчик', 'пингвинчик', 'ПИНГВИНЧИК'],
    ['微信开发', '微信开发', '微信', '信开'],
    ['מגדלור', 'מגדלור', '\u202Eמגדלור\u202C'],
    ['🦊🦊', '🦊🦊', '🦊'],
    ['@scope/pakket', 'scope pakket', '@scope/pakket', 'pakket', 'scopepakket'],
  ])('%s', async (name, ...written) => {
    await add(found(name));
    for (const q of written) expect([q, ...(await search(q))]).toEqual([q, name]);
  });
});

describe('a typing mistake', () => {
  const MISTAKES = ['dorphinal', 'dorpina', 'dorphjna', 'dorhpina', 'dorphinax', 'xdorphina', 'orphina', 'dorphna'];

  it.each(MISTAKES)('is forgiven: %s', async (q) => {
    await add(found('Dorphina', { id: 'dorphina' }));
    expect(await search(q)).toEqual(['Dorphina']);
    expect((await ada.get(path(q, '&includeTotal'))).body.meta.total).toBe(1);
  });

  it.each(['dorpxxna', 'drphna', 'nihprod', 'dor phixx'])('is one letter: %s is nothing', async (q) => {
    expect(await search(q)).toEqual([]);
  });

  it('is looked for only when nothing else is found', async () => {
    await add(found('Klumper'), found('Glumper'), found('Unglumpera'));
    expect(await search('glumper')).toEqual(['Glumper', 'Unglumpera']);
    expect((await search('blumper')).toSorted()).toEqual(['Glumper', 'Klumper']);
    // Found, though not with these filters, or on this page.
    expect(await search('glumper', '&name=Klumper')).toEqual([]);
    expect(await search('glumper', '&page=2')).toEqual([]);
    expect((await ada.get(path('glumper', '&name=Klumper&includeTotal'))).body.meta.total).toBe(0);
  });

  it('may be in one of several words, in an alias, in a publisher', async () => {
    await add(found('Snorfel dax', { publisher: 'Wibbleton', aliases: ['sfdx'] }));
    for (const q of ['snorfle dax', 'dax snorfle', 'snorfel wibleton', 'wibblethon', 'sfddx', 'snorfeldx'])
      expect([q, ...(await search(q))]).toEqual([q, 'Snorfel dax']);
    expect(await search('snorfle nowhere')).toEqual([]);
  });

  it('is known in other scripts too', async () => {
    await add(found('Кладовка'));
    expect(await search('клядовка')).toEqual(['Кладовка']);
  });
});

describe('what is not in the catalogue', () => {
  const similar = async (q: string, more = '') => {
    const { body } = await ada.get(path(q, more)).expect(200);
    return [body.meta.similar, ...(body.data as { name: string }[]).map(({ name }) => name)];
  };

  it('is said to be only similar, when it is described or one mistake away', async () => {
    await add(
      found('Vrowlarr', { description: 'Indexes for Vonarr and Vadarr.' }),
      found('klink-vlex-prompt'),
      found('Vonixd', { short: 'A client of Vellyfin' }),
    );
    expect(await similar('vonarr')).toEqual([true, 'Vrowlarr']);
    expect(await similar('vonarr vadarr')).toEqual([true, 'Vrowlarr']);
    expect(await similar('vrowlarr vonarr')).toEqual([true, 'Vrowlarr']);
    expect(await similar('vplex')).toEqual([true, 'klink-vlex-prompt']);
    expect(await similar('vellyfin')).toEqual([true, 'Vonixd']);
    expect(await similar('vellyfin', '&sort=name&includeTotal')).toEqual([true, 'Vonixd']);
    expect(await similar('vellyfin', '&page=2')).toEqual([true]);
    expect(await similar('vnothingatall')).toEqual([true]);
  });

  it('is not what a name, an alias or a publisher has, whole or in part, whatever the page and the filters', async () => {
    await add(
      found('Wonarr'),
      found('Wrowlarr', { description: 'For Wonarr', publisher: 'Wublisher of things', aliases: ['wother name'] }),
    );
    for (const q of ['wonarr', 'WONARR', 'won', 'onarr', 'wublisher', 'things wublisher', 'wother', 'wrowlarr things'])
      expect([q, (await similar(q))[0]]).toEqual([q, false]);
    expect(await similar('wonarr', '&page=2')).toEqual([false]);
    expect(await similar('wonarr', '&name=Wrowlarr')).toEqual([false, 'Wrowlarr']);
    expect(await similar('wonarr', '&sort=-relevance')).toEqual([false, 'Wrowlarr', 'Wonarr']);
  });

  it('is no matter of a list without a search', async () => {
    const { body } = await ada.get('/api/v1/software').expect(200);
    expect(body.meta).not.toHaveProperty('similar');
  });
});

describe('pages of a search', () => {
  const names = Array.from({ length: 9 }, (_, number) =>
    `${number % 3 === 0 ? 'Brulk' : 'The brulk'} ${'x'.repeat(number)}`.trim(),
  );

  beforeAll(() => add(...names.map((name) => found(name))));

  it.each(['', '&sort=-relevance', '&sort=name'])(
    'are the same by number and by cursor, to and fro%s',
    async (more) => {
      const all = await search('brulk', `&per_page=200${more}`);
      expect(all.toSorted()).toEqual(names.toSorted());
      expect(column(await walk(ada, path('brulk', `&per_page=4${more}`)), 'name')).toEqual(all);
      const first = await ada.get(path('brulk', `&per_page=4&includeTotal${more}`)).expect(200);
      expect(first.body.meta.total).toBe(9);
      const next = await walk(ada, path('brulk', `&per_page=4${more}&cursor=${first.body.meta.next_cursor}`));
      expect(column([first, ...next], 'name')).toEqual(all);
      const [back] = await walk(ada, linksOf(next[0]!).prev!, 'prev');
      expect(column([back!], 'name')).toEqual(column([first], 'name'));
    },
  );

  it('do not move when something better is added, by cursor', async () => {
    await add(...['Mopsel aaa', 'Mopsel bbbb'].map((name) => found(name)));
    const { body } = await ada.get(path('mopsel', '&per_page=1')).expect(200);
    await add(found('Mopsel'));
    expect(await search('mopsel', `&cursor=${body.meta.next_cursor}`)).toEqual(['Mopsel bbbb']);
  });

  it('take no cursor of another order, nor one with another value than a number', async () => {
    for (const cursor of [
      forgeCursor('name', 0, 'x', UNKNOWN_ID),
      forgeCursor('relevance', 0, 'x', UNKNOWN_ID),
      forgeCursor('relevance', 0, '9999999999', UNKNOWN_ID),
    ])
      expect(expectProblem(await ada.get(path('brulk', `&cursor=${cursor}`)), 400, 'invalid-query')).toEqual([
        'cursor',
      ]);
  });
});

describe('with a search', () => {
  it('filters, includes and favorites are as without', async () => {
    const { id } = await known(test, 'Fendrick', ['1.0', '2.0'], { publisher: { name: 'Fendrick works' } });
    await known(test, 'Fendrick light');
    const one = { id, name: 'Fendrick', is_favorite: false };
    const all = '&includePublisher&includeLatestVersion&includeVersions&includeTotal';
    const { body } = await ada.get(path('fendrik', all)).expect(200);
    expect(body.meta).toMatchObject({ total: 2, has_more: false });
    expect(body.data[0]).toMatchObject({
      ...one,
      publisher: { name: 'Fendrick works' },
      latest_version: { version: '2.0' },
    });
    expect(body.data[0].versions).toHaveLength(2);
    await ada.post('/api/v1/favorite').send({ software: id, version: '1.0' }).expect(201);
    const again = await ada.get(path('fendrick', '&name[ne]=Fendrick light&last_update[gt]=2000-01-01')).expect(200);
    expect(again.body.data).toMatchObject([{ ...one, is_favorite: true, links: { favorite: expect.any(String) } }]);
    expect(await search('fendrick', '&last_update[lt]=2000-01-01')).toEqual([]);
    expect(await search('fendrick', '&name[like]=light&per_page=1')).toEqual(['Fendrick light']);
  });
});

describe('a bad search', () => {
  it.each(['', ' ', '\t\n', '\u00a0', '\u0000', '\u202e', 'x'.repeat(101), 'x'.repeat(5_000), '😀'.repeat(101)])(
    'is refused: %j',
    async (q) => {
      expect(expectProblem(await ada.get(path(q)), 400, 'invalid-query')).toEqual(['q']);
    },
  );

  it('is refused twice, elsewhere, and its order without it', async () => {
    expect(expectProblem(await ada.get(path('a', '&q=b')), 400, 'invalid-query')).toEqual(['q']);
    expect(expectProblem(await ada.get('/api/v1/publisher?q=a'), 400, 'invalid-query')).toEqual(['q']);
    const usual = (await ada.get('/api/v1/software').expect(200)).text;
    for (const sort of ['relevance', '-relevance']) {
      const answer = await ada.get(`/api/v1/software?sort=${sort}`).expect(200);
      expect(answer.body.data).toEqual(JSON.parse(usual).data);
    }
  });

  it.each([
    '%',
    '_',
    '%_%',
    '\\',
    "'",
    '"',
    '`',
    '--',
    '/*',
    '$1',
    '()',
    '[',
    '؟',
    "' OR 1=1 --",
    '🦄',
    '\u0000x\u0000',
    '\u202ex\u202c',
    '😀'.repeat(100),
    'ﷺ'.repeat(100),
    '+'.repeat(100),
    'w'.repeat(100),
    'a '.repeat(50),
  ])('is a text like any other: %j', async (q) => {
    await add(found('Ordinary', { id: 'ordinary' }));
    const names = await search(q);
    expect(names).not.toContain('Ordinary');
    await ada.get(path(q, '&includeTotal&sort=name&page=2')).expect(200);
  });
});

describe('what can be found follows', () => {
  it('a product that is renamed, described and named otherwise', async () => {
    await add(found('Trillop', { id: 'follows', aliases: ['oldnick'], short: 'Olddescribed' }));
    await add(found('Marzipol', { id: 'follows', aliases: ['newnick'], short: 'Newdescribed' }));
    for (const q of ['trillop', 'oldnick', 'olddescribed']) expect([q, ...(await search(q))]).toEqual([q]);
    for (const q of ['marzipol', 'newnick', 'newdescribed']) expect([q, ...(await search(q))]).toEqual([q, 'Marzipol']);
  });

  it('a product that goes to another publisher', async () => {
    await add(found('Hobnell', { id: 'moves', publisher: 'Firstowner' }));
    expect(await search('firstowner')).toEqual(['Hobnell']);
    await add(found('Hobnell', { id: 'moves', publisher: 'Secondowner' }));
    expect(await search('firstowner')).toEqual([]);
    expect(await search('secondowner')).toEqual(['Hobnell']);
  });

  it('a product whose aliases the API changes, with those of its records', async () => {
    await add(found('Tindlewick', { aliases: ['recorded'] }));
    const editor = await test.as('editor', ['read', 'catalogue:write']);
    const put = async (...identifiers: object[]) =>
      editor
        .put(`/api/v1/software/${await idOf('Tindlewick')}/identifier`)
        .send({ identifiers })
        .expect(200);
    await put({ type: 'alias', value: 'Givenname' }, { type: 'alias', value: 'recorded' });
    for (const q of ['givenname', 'recorded']) expect([q, ...(await search(q))]).toEqual([q, 'Tindlewick']);
    await put();
    expect(await search('givenname')).toEqual([]);
    expect(await search('recorded', '&includeIdentifiers')).toEqual(['Tindlewick']);
  });

  it('a product that is removed', async () => {
    await add(found('Quasselo', { id: 'removed' }));
    const id = await idOf('Quasselo');
    await test.database.execute('DELETE FROM version WHERE software_id = ?', [id]);
    await test.database.execute('DELETE FROM software WHERE id = ?', [id]);
    expect(await search('quasselo')).toEqual([]);
    expect(await test.database.query('SELECT term FROM software_term WHERE software_id = ?', [id])).toEqual([]);
  });

  it('what a replica without a search adds and renames, after the next upkeep', async () => {
    const upkeep = test.app.get(SearchUpkeep);
    await upkeep.refresh(); // what the favorites of other tests have changed
    await add(found('Bramsel', { publisher: 'Bramselers' }), found('Unchanged', { publisher: 'Bramselers' }));
    const id = await idOf('Bramsel');
    const [{ publisher_id: publisher }] = (await test.database.query<{ publisher_id: string }>(
      'SELECT publisher_id FROM software WHERE id = ?',
      [id],
    )) as [{ publisher_id: string }];
    await test.database.execute('DELETE FROM software_term WHERE software_id = ?', [id]);
    await test.database.execute('DELETE FROM publisher_term WHERE publisher_id = ?', [publisher]);
    await test.database.execute('UPDATE software SET search_digest = NULL WHERE id = ?', [id]);
    await test.database.execute('UPDATE publisher SET search_digest = NULL WHERE id = ?', [publisher]);
    await test.database.execute(
      "UPDATE software SET name = 'Renamedelsewhere', name_key = 'renamedelsewhere' WHERE name = 'Unchanged'",
    );
    expect(await search('bramsel')).toEqual([]);
    expect(await upkeep.refresh()).toEqual({ publishers: 1, software: 2 });
    expect(await search('bramsel')).toEqual(['Bramsel', 'Renamedelsewhere']);
    expect(await search('renamedelse')).toEqual(['Renamedelsewhere']);
    expect(await search('unchanged')).toEqual([]);
    expect(await upkeep.refresh()).toEqual({ publishers: 0, software: 0 });
  });

  it('nothing of an import that is refused', async () => {
    const bad = { ...found('Neverthere', { id: 'never' }), versions: [{ version: '' }] };
    expect(await test.import(bad)).toMatchObject({ rejected: 1 });
    expect(await search('neverthere')).toEqual([]);
  });
});
