import { sharedTo } from '../../web/src/software/shared';

describe('what a phone shares', () => {
  it.each([
    ['the address', { url: 'https://example.org/a' }, '/search?q=https%3A%2F%2Fexample.org%2Fa&look=true'],
    [
      'the address behind words, as Android has it',
      { title: 'Grafana', text: 'Look at this: https://example.org/grafana?tab=1#x.' },
      '/search?q=https%3A%2F%2Fexample.org%2Fgrafana%3Ftab%3D1%23x&look=true',
    ],
    [
      'the first of several',
      { text: 'http://one.example and https://two.example' },
      '/search?q=http%3A%2F%2Fone.example&look=true',
    ],
    ['words without an address', { title: 'Grafana', text: ' ' }, '/search?q=Grafana'],
    ['nothing', {}, '/search'],
    ['something else', { text: ['a'], url: 1 }, '/search'],
    ['no script', { url: 'javascript:alert(1)' }, '/search?q=javascript%3Aalert%281%29'],
  ])('%s is looked up', (_what, given, address) => {
    expect(sharedTo(given)).toBe(address);
  });

  it('is never too long', () => {
    expect(sharedTo({ url: `https://example.org/${'a'.repeat(9_000)}` }).length).toBeLessThan(2_100);
  });
});
