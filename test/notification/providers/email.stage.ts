import { smtpReceiver, smtpVerdict } from './peers';
import type { Stage } from './stage';

export async function stage(): Promise<Stage> {
  let verdict: Error | null = null;
  const relay = await smtpReceiver({ onRcptTo: (_address, _session, done) => done(verdict) });
  return {
    settings: { address: 'user@example.net' },
    environment: { smtpUrl: relay.url },
    markup: 'html',
    received: () =>
      relay.mails.map(({ raw, parsed }) => ({
        key: parsed.messageId ?? '',
        texts: [raw.slice(0, raw.indexOf('\r\n\r\n')).replace(/\r\n/g, ' '), parsed.subject ?? '', String(parsed.html)],
        sent: [String(parsed.html)],
      })),
    refuse: (how) => (verdict = smtpVerdict(how === 'now' ? 451 : 550)),
  };
}
