import { setImmediate as nextTurn } from 'node:timers/promises';
import { Together } from '../src/common/together';

describe('what comes in one turn of the event loop', () => {
  it('is done together, in the order in which it came, once the turn is over', async () => {
    const together = new Together();
    const done: string[] = [];
    for (const name of ['a', 'b', 'c']) together.add(() => done.push(name));
    await Promise.resolve();
    expect(done).toEqual([]);
    await nextTurn();
    expect(done).toEqual(['a', 'b', 'c']);
  });

  it('goes before what is added while it is done', async () => {
    const together = new Together();
    const done: string[] = [];
    together.add(() => {
      done.push('a');
      together.add(() => done.push('later'));
    });
    together.add(() => done.push('b'));
    await nextTurn();
    expect(done).toEqual(['a', 'b']);
    await nextTurn();
    expect(done).toEqual(['a', 'b', 'later']);
  });
});
