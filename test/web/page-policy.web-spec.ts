import { WebBrowser, type Visit } from './setup/browser';
import { startApp, type TestApp } from '../setup/app';
import { writeWebFolder } from '../setup/web-folder';

/** Made by a script with the nonce of the page, as Mantine does. */
const SCRIPT = `
  const style = document.createElement('style');
  style.nonce = document.querySelector('meta[property=csp-nonce]').nonce;
  style.textContent = '#made { color: rgb(4, 5, 6) }';
  document.head.append(style);
`;
const INDEX = `<!doctype html><meta charset="utf-8"><title>Policy</title><link rel="icon" href="data:,">
<meta property="csp-nonce" nonce="%CSP_NONCE%"><style nonce="%CSP_NONCE%">#sent { color: rgb(1, 2, 3) }</style>
<script type="module" src="/assets/styles-1.js"></script><p id="sent">sent</p><p id="made">made</p>`;

describe('the policy of the page', () => {
  let test: TestApp;
  let browser: WebBrowser;
  let visit: Visit;
  /** Of the answers with a document. */
  const statuses: number[] = [];

  beforeAll(async () => {
    const script = { path: '/assets/styles-1.js', type: 'text/javascript; charset=utf-8', text: SCRIPT };
    test = await startApp({}, writeWebFolder(INDEX, [{ ...script, immutable: true, isCompressed: true }]));
    browser = await WebBrowser.start();
    visit = await browser.visit(test.url);
    const events = await visit.context.newCDPSession(visit.page);
    await events.send('Network.enable');
    // What came over the network: to the page itself, a 304 looks like the answer that it had.
    const documents = new Set<string>();
    events.on('Network.requestWillBeSent', ({ requestId, type }) => type === 'Document' && documents.add(requestId));
    events.on('Network.responseReceivedExtraInfo', ({ requestId, statusCode }) => {
      if (documents.has(requestId)) statuses.push(statusCode);
    });
  });

  afterAll(async () => {
    await browser.close();
    await test.close();
  });

  afterEach(() => browser.assertFaultless());

  const colours = () =>
    visit.page.evaluate(() =>
      ['sent', 'made'].map((id) => getComputedStyle(document.getElementById(id)!).color).join('; '),
    );

  it('lets its styles through, also after a reload that is answered with 304', async () => {
    await visit.page.goto('/updates');
    expect(await colours()).toBe('rgb(1, 2, 3); rgb(4, 5, 6)');
    await visit.page.reload();
    expect(await colours()).toBe('rgb(1, 2, 3); rgb(4, 5, 6)');
    expect(statuses).toEqual([200, 304]);
  });

  it('lets no text become HTML, and no script make a policy for it', async () => {
    const refused = await visit.page.evaluate(() => {
      const thrown = (work: () => unknown) => {
        try {
          work();
          return null;
        } catch (error) {
          return (error as Error).name;
        }
      };
      return [
        thrown(() => (document.body.innerHTML = '<p>')),
        thrown(() =>
          (
            window as unknown as { trustedTypes: { createPolicy(name: string, rules: object): void } }
          ).trustedTypes.createPolicy('other', {}),
        ),
      ];
    });
    expect(refused).toEqual(['TypeError', 'TypeError']);
    await expect(browser.assertFaultless()).rejects.toThrow(/TrustedHTML|trusted-types/);
  });
});
