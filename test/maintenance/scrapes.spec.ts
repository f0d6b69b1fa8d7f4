import { forScrapes } from '../../src/common/metrics';

describe('what scrapes ask', () => {
  it('is asked once while there is no answer, however many scrapes there are, and each of them gets one', async () => {
    let answer: (value: string) => void = () => undefined;
    const ask = jest.fn(() => new Promise<string>((resolve) => (answer = resolve)));
    const read = forScrapes(ask, 'late');
    expect(await Promise.all([read(), read(), read()])).toEqual(['late', 'late', 'late']);
    const next = read();
    expect(ask).toHaveBeenCalledTimes(1);
    answer('soon');
    expect(await next).toBe('soon');
    void read();
    expect(ask).toHaveBeenCalledTimes(2);
  });
});
