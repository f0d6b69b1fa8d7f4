const WIDTH = 120;

/** Like `JSON.stringify` with an indentation of one, but short values stay on one line: the text is half as large, and its diffs are shorter. */
export function jsonText(value: unknown, indent = '', before = 0): string {
  const line = JSON.stringify(value);
  if (typeof value !== 'object' || value === null || indent.length + before + line.length <= WIDTH) return line;
  const inner = `${indent} `;
  const entries = Array.isArray(value)
    ? value.map((item) => inner + jsonText(item, inner))
    : Object.entries(value).map(([name, child]) => {
        const key = `${JSON.stringify(name)}: `;
        return inner + key + jsonText(child, inner, key.length);
      });
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  return `${open}\n${entries.join(',\n')}\n${indent}${close}`;
}
