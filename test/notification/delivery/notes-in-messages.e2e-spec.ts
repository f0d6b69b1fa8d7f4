import { NoteStore } from '../../../src/version/release-notes/store/note-store';
import { closeAll, httpReceiver, smtpReceiver } from '../providers/peers';
import { useApp } from '../../setup/app';
import { type Agent, newUser, track, type Tracked } from '../../setup/tracking';

const DAILY = { every: 'daily', hour: 9 };
const HOSTILE = '@everyone <!channel> <@U1> ![x](https://pixel.example/p.gif) <img src="https://pixel.example/p.gif">';
let relay: Awaited<ReturnType<typeof smtpReceiver>>;
let receiver: Awaited<ReturnType<typeof httpReceiver>>;
let serial = 0;

beforeAll(async () => {
  relay = await smtpReceiver();
});

const test = useApp(() => ({ SMTP_URL: relay.url }));

beforeEach(async () => {
  receiver = await httpReceiver();
});

afterAll(closeAll);

interface Reader {
  agent: Agent;
  channel: string;
  products: Tracked[];
}

/** A user with one channel, who tracks some products on 1.0. */
async function reader(channel: object, products = 1): Promise<Reader> {
  const agent = await newUser(test, null);
  const made = await agent
    .post('/api/v1/channel')
    .send({ name: 'its channel', ...channel })
    .expect(201);
  const tracked: Tracked[] = [];
  for (let count = 0; count < products; count++) tracked.push(await track(test, agent, '1.0'));
  return { agent, channel: made.body.data.id, products: tracked };
}

const webhook = (more: object = {}) => ({ type: 'webhook', settings: { url: receiver.url }, ...more });

/** Releases the versions, the oldest first, with their notes, and has the messages sent. */
async function release(product: Tracked, notes: Record<string, string>): Promise<void> {
  await product.release(...Object.keys(notes));
  const rows = await test.database.query<{ id: string; version: string }>(
    'SELECT id, version FROM version WHERE software_id = ?',
    [product.software],
  );
  const noted = rows.filter(({ version }) => notes[version]);
  const given = noted.map(({ id, version }) => ({
    versionId: id,
    text: notes[version]!,
    format: 'markdown' as const,
    url: `https://notes.example/${version}`,
  }));
  await test.database.transaction((sql) => test.app.get(NoteStore).record(sql, product.software, given));
}

async function send(): Promise<void> {
  await test.check();
  await test.deliver();
}

/** 30 versions; only the oldest says that something breaks. */
const thirty = (): Record<string, string> =>
  Object.fromEntries(
    Array.from({ length: 30 }, (_, index) => [
      `1.${index + 1}`,
      index === 0
        ? '## Breaking changes\n\n- The configuration moved to /etc'
        : `- Change ${index} ${'of many words '.repeat(20)}\n- ${HOSTILE}`,
    ]),
  );

const body = (index = -1) => JSON.parse(receiver.requests.at(index)!.body);

describe('a message about 30 versions', () => {
  it('has them as data in a webhook, whole ones up to 8 KB if they are wanted', async () => {
    const short = await reader(webhook());
    await release(short.products[0]!, thirty());
    await send();
    const { notes } = body().data;
    expect(notes).toMatchObject({
      breaking: [{ version: '1.1', text: 'The configuration moved to /etc' }],
      more_breaking: 0,
      security: { ids: [], mentions: false },
      versions: 30,
    });
    expect(notes.texts).toBeUndefined();
    const full = await reader(webhook({ notes: 'full' }));
    await release(full.products[0]!, thirty());
    await send();
    const { texts, breaking } = body().data.notes;
    expect(breaking).toHaveLength(1);
    expect(texts[0]).toMatchObject({ version: '1.30', cut: false });
    expect(texts[0].notes).toMatch(/^- Change 29 of many/);
    const size = Buffer.byteLength(texts.map((one: { notes: string }) => one.notes).join(''));
    expect(size).toBeGreaterThan(6_000);
    expect(size).toBeLessThanOrEqual(8 * 1024 + 200);
    expect(Buffer.byteLength(receiver.requests.at(-1)!.body)).toBeLessThanOrEqual(20_000);
    expect(JSON.stringify(texts)).not.toMatch(/p\.gif/);
  });

  it('has whole notes in a mail, without an image or anything that is loaded', async () => {
    const { products } = await reader({
      type: 'email',
      settings: { address: `notes-${++serial}@reader.example` },
      notes: 'full',
    });
    await release(products[0]!, {
      '1.1': '- **BREAKING:** gone',
      '1.2': `# New\n\n\`\`\`\n  indented\n\`\`\`\n\n- ${HOSTILE}`,
    });
    await send();
    const mail = relay.mails.at(-1)!;
    const html = String(mail.parsed.html);
    expect(mail.parsed.text).toMatch(/Breaking changes\n• 1\.1: .*gone/);
    expect(mail.parsed.text).toContain('## 1.2\n');
    expect(html).toContain('  indented');
    expect(html).not.toMatch(/<img|<script|p\.gif|url\(/);
  });

  it('says nothing of notes where none are wanted, or known', async () => {
    const none = await reader(webhook({ notes: 'none' }));
    await release(none.products[0]!, thirty());
    await send();
    expect(body().data.notes).toBeNull();
    const unknown = await reader(webhook());
    await release(unknown.products[0]!, { '1.1': '' });
    await send();
    expect(body().data.notes).toBeNull();
  });
});

describe('a digest', () => {
  it('names the products with breaking changes', async () => {
    const { agent, products, channel } = await reader(webhook({ digest: DAILY }), 3);
    await release(products[0]!, { '1.1': '## Breaking changes\n\n- a\n- b', '1.2': '- c' });
    await release(products[1]!, { '1.1': '- nothing breaks' });
    await release(products[2]!, { '1.1': '' });
    await test.check();
    await agent
      .patch(`/api/v1/channel/${channel}`)
      .send({ digest: { every: 'instant' } })
      .expect(200);
    await test.deliver();
    const { type, data } = body();
    expect(type).toBe('update.digest');
    const counted = data.updates.map(
      (one: { notes: { more_breaking: number } | null }) => one.notes?.more_breaking ?? 0,
    );
    expect(counted.sort()).toEqual([0, 0, 2]);
  });
});
