import { createHash } from 'node:crypto';
import type { Response } from 'supertest';

/** A page of ours as anybody may open it: kept and found by nobody, with nothing from elsewhere, nothing that runs, and nobody's mail address. */
export function expectSafePage({ headers, text }: Response): void {
  expect(headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex, nofollow',
  });
  const style = /<style>([^]*?)<\/style>/.exec(text)![1]!;
  const hash = createHash('sha256').update(style).digest('base64');
  expect(headers['content-security-policy']).toBe(
    `default-src 'none'; style-src 'sha256-${hash}'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`,
  );
  expect(text).toMatch(/<html lang="en">[^]*width=device-width/);
  expect(text).not.toMatch(/<script|src=|style="|@example/);
  // It leads nowhere but to the product in the web application.
  expect(text).not.toMatch(/href="(?!https?:\/\/[\w.:]+\/software\/[\da-f-]{36}")/);
}
