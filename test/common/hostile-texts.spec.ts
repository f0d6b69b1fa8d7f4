import { buildPurl, PurlError, readInventory } from 'inventory-reader';
import { headingsOfRst } from 'release-text';
import { AddressError, readAddress } from 'address-reader';
import { readTagCondition } from '../../src/api/endpoint/etag';
import { under } from '../../src/common/settings/settings';
import { linkedPage } from '../../src/common/fetch/response-headers';
import { workOf } from '../setup/timing';

const LONG = 100_000;
const many = (piece: string, length = LONG) => piece.repeat(length / piece.length);

/** Whatever it says of the text. */
function tried(work: () => unknown): void {
  try {
    work();
  } catch (error) {
    if (!(error instanceof AddressError || error instanceof PurlError)) throw error;
  }
}

const ofFile = (text: string) => readInventory(Buffer.from(text), { format: 'requirements', path: 'requirements.txt' });
const addresses = (text: string) => {
  for (let turn = 0; turn < 100; turn++) tried(() => readAddress(text, {}));
};
const links = (link: string) => {
  for (let turn = 0; turn < 20; turn++) linkedPage(null, { headers: { link } });
};

describe('a text of a stranger takes a time that grows with its length alone', () => {
  it.each<[string, () => unknown]>([
    ['an address in signs of punctuation', () => addresses(`${many(';', 1_998)}x`)],
    ['a condition', () => [1, 2, 3].map(() => readTagCondition(`${many('\t', 16_000)}x`))],
    ['the name in a package URL', () => tried(() => buildPurl({ type: 'generic', name: `a${many('/')}b` }))],
    ['the address of a server', () => under(`https://a.example${many('/')}b`)],
    ['a link to the next page', () => links(many('<=>;r', 16_000))],
    ['a heading of reStructuredText', () => headingsOfRst(`${many('<http:')}\n${many('=')}\n`)],
    ['a requirement with spaces', () => ofFile(`a==1\nhttps://a.example/b${many(' ')}c\n`)],
    ['a requirement with comments', () => ofFile(`a==1\nhttps://a.example/b${many(' #')}\u2028\n`)],
  ])('%s', async (_what, work) => {
    expect(await workOf(work)).toBeLessThan(1_500);
  });
});
