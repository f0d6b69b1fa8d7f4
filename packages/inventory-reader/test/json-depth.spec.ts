import { tooDeepField } from 'inventory-reader';

describe('the depth of a JSON text', () => {
  it.each<[string, number, string | null]>([
    ['{}', 1, null],
    ['{"a":{}}', 2, null],
    ['{"a":{}}', 1, 'a'],
    ['{"a":1,"b":[[]]}', 2, 'b'],
    ['{"a":"b","c":{"d":{"e":1}}}', 2, 'c'],
    ['{"a":"[[[[","b":1}', 1, null],
    ['{"a":"\\"[[[","b":[]}', 2, null],
    ['{"a\\"[":[[]]}', 2, 'a"['],
    ['[[[', 2, 'body'],
    ['[[]]', 1, 'body'],
    ['{"a":[],"b":[],"c":[]}', 2, null],
    ['"[[[[', 1, null],
    ['"\\', 1, null],
    [']]]][[', 1, null],
    ['', 1, null],
  ])('%s with at most %i', (json, limit, field) => expect(tooDeepField(Buffer.from(json), limit)).toBe(field));
});
