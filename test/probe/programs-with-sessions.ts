import type { StandInAnswer, StandInRequest } from './stand-in';

/** As Pi-hole 6: few seats, a session for each sign-in until it ends. */
export class PiHole {
  readonly sessions = new Set<string>();
  seats = 1;
  private made = 0;

  constructor(private readonly password: string) {}

  readonly answer = ({ method, path, headers, body }: StandInRequest): StandInAnswer => {
    const sid = String(headers['x-ftl-sid']);
    const unauthorized = { status: 401, body: { error: { key: 'unauthorized', message: 'Unauthorized' } } };
    if (path === '/api/auth' && method === 'POST') return this.signIn(body);
    if (!this.sessions.has(sid)) return unauthorized;
    if (path === '/api/auth' && method === 'DELETE') {
      this.sessions.delete(sid);
      return { status: 204 };
    }
    if (path !== '/api/info/version') return { status: 404 };
    return { body: { version: { core: { local: { branch: 'master', version: 'v6.0.4' } } }, took: 0.001 } };
  };

  private signIn(body: string): StandInAnswer {
    if ((JSON.parse(body) as { password?: unknown }).password !== this.password)
      return { status: 401, body: { session: { valid: false, sid: null, message: 'password incorrect' } } };
    if (this.sessions.size >= this.seats)
      return { status: 429, body: { error: { key: 'api_seats_exceeded', message: 'API seats exceeded' } } };
    const sid = `canary-sid-${++this.made}=`;
    this.sessions.add(sid);
    return { body: { session: { valid: true, totp: false, sid, csrf: 'canary-csrf', validity: 1800 } } };
  }
}

/** As Keycloak: a token is good for a minute, here for one request. */
export class Keycloak {
  private readonly tokens = new Set<string>();
  private made = 0;

  constructor(
    private readonly client: string,
    private readonly secret: string,
  ) {}

  readonly answer = ({ method, path, headers, body }: StandInRequest): StandInAnswer => {
    if (path === '/realms/master/protocol/openid-connect/token' && method === 'POST') return this.grant(headers, body);
    if (path !== '/admin/serverinfo') return { status: 404 };
    if (!this.tokens.delete(String(headers.authorization))) return { status: 401, body: { error: 'HTTP 401' } };
    return { body: { systemInfo: { version: '26.4.1' }, themes: {} } };
  };

  private grant(headers: StandInRequest['headers'], body: string): StandInAnswer {
    const form = new URLSearchParams(body);
    const isForm = headers['content-type'] === 'application/x-www-form-urlencoded';
    if (!isForm || form.get('grant_type') !== 'client_credentials')
      return { status: 400, body: { error: 'unsupported_grant_type' } };
    if (form.get('client_id') !== this.client || form.get('client_secret') !== this.secret)
      return { status: 401, body: { error: 'unauthorized_client' } };
    const token = `canary-token-${++this.made}`;
    this.tokens.add(`Bearer ${token}`);
    return { body: { access_token: token, expires_in: 60, token_type: 'Bearer' } };
  }
}
