import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { type Issuer, startIssuer } from '../setup/issuer';
import { useInstallation } from './setup/installation';

const ADA = { sub: 'ada', preferred_username: 'Ada Lovelace', groups: ['staff'] };

let issuer: Issuer;
/** Another site than the issuer's, which is at 127.0.0.1. */
let origin: string;

/** The issuer has to know where the service will be, and the service where the issuer is. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await once(server.close(), 'close');
  return port;
}

const installation = useInstallation(async () => {
  const port = await freePort();
  origin = `http://localhost:${port}`;
  issuer = await startIssuer([`${origin}/sign-in/oidc/callback`]);
  return {
    PORT: String(port),
    PUBLIC_URL: origin,
    OIDC_ISSUER: issuer.url,
    OIDC_CLIENT_ID: 'tracker',
    OIDC_CLIENT_SECRET: 'secret of tracker',
    OIDC_SIGN_IN_SCOPE: 'openid profile groups',
    OIDC_SCOPE_CLAIM: 'groups',
    OIDC_SCOPE_MAP: 'staff=read write',
    OIDC_TITLE: 'Example Login',
  };
});

afterAll(() => issuer.stop());

/** The pages have no fault but that the browser was sent to the issuer, which is what this is about. */
async function assertFaultless(): Promise<void> {
  try {
    await installation.assertFaultless();
  } catch (error) {
    const [, ...faults] = (error as Error).message.split('\n');
    expect(faults.filter((fault) => !fault.startsWith(`request to another origin: ${issuer.url}/`))).toEqual([]);
  }
}

describe('the button of the issuer', () => {
  it('leads there and back to where one was, signed in, also after a reload', async () => {
    await issuer.account(ADA);
    const { page, context, allow } = await installation.browser.visit(origin);
    allow(401);
    await page.goto('/favorites?state=muted');
    await page.getByRole('link', { name: 'Sign in with Example Login' }).click();
    await page.waitForURL(`${origin}/favorites?state=muted`);
    // The way back was begun by another site, so the strict cookie is not sent with it; what the page asks for is of this site.
    await page.getByRole('navigation').first().waitFor();
    const [cookie, ...others] = await context.cookies(origin);
    expect(cookie).toMatchObject({ name: 'tracker', sameSite: 'Strict', httpOnly: true });
    expect(others).toEqual([]);
    await page.reload();
    await page.getByRole('navigation').first().waitFor();
    await assertFaultless();
  });

  it('says in words why somebody is not let in', async () => {
    await issuer.account({ ...ADA, sub: 'guest', groups: ['visitors'] });
    const { page, context, allow } = await installation.browser.visit(origin);
    allow(401);
    await page.goto('/sign-in');
    await page.getByRole('link', { name: 'Sign in with Example Login' }).click();
    await page.getByRole('alert').getByText('have no rights here').waitFor();
    expect(await context.cookies(origin)).toEqual([]);
    await assertFaultless();
  });
});
