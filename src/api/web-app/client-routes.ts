/** Whether the web application has a page at a path, by patterns such as `/software/:id`. */
export function isClientRoute(routes: readonly string[], path: string): boolean {
  const parts = partsOf(path);
  return routes.some((route) => {
    const pattern = partsOf(route);
    return pattern.length === parts.length && pattern.every((one, at) => fits(one, parts[at]!));
  });
}

/** A slash at the end does not count, as in Express. */
const partsOf = (path: string) => path.replace(/(?<=.)\/$/, '').split('/');

const fits = (pattern: string, part: string) => (pattern.startsWith(':') ? part !== '' : pattern === part);
