import { type Agent, expectProblem } from '../setup/api';
import { useApp } from '../setup/app';

const test = useApp();
let ada: Agent;
let favorite: string;
let software: string;

beforeAll(async () => {
  await test.import({ publisher: { name: 'P' }, software: { name: 'S' }, versions: [{ version: '1.0' }] });
  ada = await test.as('ada', ['read', 'write', 'catalogue:write']);
  software = (await ada.get('/api/v1/software').expect(200)).body.data[0].id;
  const { body } = await ada.post('/api/v1/favorite').send({ software, version: '1.0' }).expect(201);
  favorite = body.data.uuid;
});

type Body = Record<string, unknown>;

const RESOURCES = {
  policy: (body: Body) => ada.put(`/api/v1/favorite/${favorite}/policy`).send(body),
  profile: (body: Body) => ada.patch('/api/v1/profile').send(body),
  token: (body: Body) => ada.post('/api/v1/token').send({ name: 'x', ...body }),
  channel: (body: Body) => ada.post('/api/v1/channel').send({ type: 'log', name: 'x', settings: {}, ...body }),
  favorite: (body: Body) => ada.post('/api/v1/favorite').send(body),
  source: (body: Body) => ada.put(`/api/v1/software/${software}/source`).send(body),
};
type Resource = keyof typeof RESOURCES;

async function mistakes(resource: Resource, body: Body): Promise<{ field: string; message: string }[]> {
  const answer = await RESOURCES[resource](body);
  expectProblem(answer, 422, 'invalid-body');
  return answer.body.errors;
}

const SCOPES = 'read, write, catalogue:write, inventory:write, admin';

describe('a field that is wrong', () => {
  it.each<[Resource, Body, string, string]>([
    ['policy', { minimum_age_days: '3' }, 'minimum_age_days', 'must be a whole number from 0 to 3650'],
    ['policy', { minimum_age_days: 3_651 }, 'minimum_age_days', 'must be a whole number from 0 to 3650'],
    ['policy', { minimum_age_days: 1.5 }, 'minimum_age_days', 'must be a whole number from 0 to 3650'],
    ['policy', { skip: '1.1' }, 'skip', 'must be a list'],
    ['policy', { skip: null }, 'skip', 'must be a list'],
    ['policy', { skip: [''] }, 'skip', 'each entry must be text of 1 to 255 characters'],
    ['policy', { channels: {} }, 'channels', 'must be a list'],
    ['policy', { channels: ['x'] }, 'channels', 'must be ids of channels'],
    ['policy', { series: 5 }, 'series', 'must be text of 1 to 64 characters'],
    ['policy', { remind_every: 5 }, 'remind_every', 'must be text'],
    ['channel', { digest: { every: 'daily', hour: null } }, 'digest.hour', 'must be a whole number from 0 to 23'],
    ['channel', { digest: { every: 'daily', hour: 24 } }, 'digest.hour', 'must be a whole number from 0 to 23'],
    ['channel', { digest: [] }, 'digest', 'must be an object'],
    ['channel', { digest: 'daily' }, 'digest', 'must be an object'],
    ['channel', { quiet_hours: { from: 5, to: 5 } }, 'quiet_hours.to', 'must be a time such as 22:00'],
    ['channel', { quiet_hours: { from: '22:00', to: '22:00' } }, 'quiet_hours.to', 'must not be the same as from'],
    ['channel', { settings: null }, 'settings', 'must be an object'],
    ['profile', { time_zone: null }, 'time_zone', 'must be an IANA time zone such as Europe/Berlin'],
    ['profile', { notify_always: 'no' }, 'notify_always', 'must be true, false or null'],
    ['profile', { time_zones: 1 }, 'time_zones', 'is not a field of this resource'],
    ['token', { scopes: 'read' }, 'scopes', 'must be a list'],
    ['token', {}, 'scopes', 'must be a list'],
    ['token', { scopes: [] }, 'scopes', 'must not be empty'],
    ['token', { scopes: ['read', 'read'] }, 'scopes', 'must not contain duplicates'],
    ['token', { scopes: ['root'] }, 'scopes', `each entry must be one of ${SCOPES}`],
    ['source', { type: 'endoflife' }, 'settings', 'is required'],
  ])('of %s %j is told what is wrong first: %s %s', async (resource, body, field, message) => {
    expect(await mistakes(resource, body)).toContainEqual({ field, message });
  });

  it('because it has too many entries is told how many it may have', async () => {
    const skip = Array<string>(201).fill('1.0');
    expect(await mistakes('policy', { skip })).toEqual([{ field: 'skip', message: 'must have at most 200 entries' }]);
  });
});
