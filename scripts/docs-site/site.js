// What the pages of the documentation do beside being read: they search, copy commands, and change between light and dark.
(() => {
  const root = document.documentElement;
  const field = document.getElementById('search');
  const found = document.getElementById('found');
  const scheme = document.getElementById('scheme');
  const MOST = 12;

  const make = (name, text, more = {}) => Object.assign(document.createElement(name), { textContent: text, ...more });

  let reading;
  /** Read when somebody first wants to search. */
  const sections = () =>
    (reading ??= fetch('/docs/search.json')
      .then((answer) => answer.json())
      .then(prepare));

  const prepare = ({ pages, sections }) =>
    sections.map(([page, id, heading, text]) => {
      const [address, title] = pages[page];
      const head = heading === title ? title : `${title}: ${heading}`;
      return {
        href: heading === title ? address : `${address}#${id}`,
        head,
        text,
        low: `${head} ${text}`.toLowerCase(),
      };
    });

  /** How well a section has a word: in its heading, at the beginning of a word, anywhere; 0 = not at all. */
  function fits({ head, low }, word) {
    const at = head.toLowerCase().indexOf(word);
    if (at >= 0) return at === 0 ? 12 : 8;
    if (!low.includes(word)) return 0;
    return Math.min(4, low.split(word).length - 1) + (/\w/.test(low[low.indexOf(word) - 1] ?? '') ? 0 : 2);
  }

  function matching(all, words) {
    const rated = all.map((one) => {
      const points = words.map((word) => fits(one, word));
      return { ...one, points: points.includes(0) ? 0 : points.reduce((sum, more) => sum + more, 0) };
    });
    return rated.filter(({ points }) => points > 0).sort((a, b) => b.points - a.points);
  }

  /** Whether one letter more, less or other, or two that have changed places, make one of the other. */
  function isNear(one, other) {
    if (Math.abs(one.length - other.length) > 1) return false;
    let start = 0;
    while (start < one.length && one[start] === other[start]) start += 1;
    let end = 0;
    while (end < Math.min(one.length, other.length) - start && one.at(-1 - end) === other.at(-1 - end)) end += 1;
    const [a, b] = [one.slice(start, one.length - end), other.slice(start, other.length - end)];
    return (a.length <= 1 && b.length <= 1) || (a.length === 2 && a === [...b].reverse().join(''));
  }

  /** What is mistyped becomes a word that the pages have. */
  function corrected(all, words) {
    const known = new Set(all.flatMap(({ low }) => low.match(/[a-z]{4,}/g) ?? []));
    return words.map((word) =>
      word.length < 4 || all.some(({ low }) => low.includes(word))
        ? word
        : ([...known].find((one) => isNear(word, one)) ?? word),
    );
  }

  /** The text around the first word, with all of them marked. */
  function excerpt(text, words) {
    const at = Math.max(
      0,
      Math.min(...words.map((word) => text.toLowerCase().indexOf(word)).filter((one) => one >= 0)),
    );
    const start = Number.isFinite(at) ? Math.max(0, text.lastIndexOf(' ', at - 50) + 1) : 0;
    const shown = make('span', start > 0 ? '… ' : '');
    let rest = text.slice(start, start + 170);
    while (rest !== '') {
      const hits = words.map((word) => [rest.toLowerCase().indexOf(word), word.length]).filter(([hit]) => hit >= 0);
      const [hit, length] = hits.sort(([a], [b]) => a - b)[0] ?? [rest.length, 0];
      shown.append(rest.slice(0, hit), ...(length > 0 ? [make('mark', rest.slice(hit, hit + length))] : []));
      rest = rest.slice(hit + length);
    }
    return shown;
  }

  async function search() {
    const text = field.value;
    let words = text.toLowerCase().split(/\s+/).filter(Boolean);
    if (words.length === 0) return found.replaceChildren();
    const all = await sections();
    if (field.value !== text) return;
    let hits = matching(all, words);
    if (hits.length === 0) hits = matching(all, (words = corrected(all, words)));
    const links = hits.slice(0, MOST).map((one) => {
      const link = make('a', '', { href: one.href });
      link.append(make('strong', one.head), excerpt(one.text, words));
      return link;
    });
    found.replaceChildren(...(links.length > 0 ? links : [make('p', 'Nothing found')]));
  }

  /** Arrows go through what was found. */
  function move(event) {
    const places = [field, ...found.querySelectorAll('a')];
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const at = places.indexOf(document.activeElement);
    if (event.key === 'Escape') {
      field.value = '';
      found.replaceChildren();
      return field.focus();
    }
    if (event.key === 'Enter' && at === 0) return places[1]?.click();
    if (step === undefined || at < 0) return;
    event.preventDefault();
    places[Math.max(0, Math.min(places.length - 1, at + step))].focus();
  }

  field.parentElement.hidden = false;
  field.addEventListener('focus', () => void sections(), { once: true });
  field.addEventListener('input', () => void search());
  field.parentElement.addEventListener('keydown', move);
  // A link to another place of the same page leaves what was found open.
  found.addEventListener('click', () => found.replaceChildren());
  document.addEventListener('click', (event) => field.parentElement.contains(event.target) || found.replaceChildren());
  document.addEventListener('keydown', (event) => {
    const isSearch = event.key === '/' || (event.key === 'k' && (event.ctrlKey || event.metaKey));
    if (!isSearch || event.target.matches('input')) return;
    event.preventDefault();
    field.focus();
  });

  const name = () => (scheme.textContent = root.dataset.scheme === 'dark' ? 'Light' : 'Dark');
  scheme.hidden = false;
  scheme.addEventListener('click', () => {
    root.dataset.scheme = root.dataset.scheme === 'dark' ? 'light' : 'dark';
    try {
      // As the application does.
      localStorage.setItem('color-scheme', root.dataset.scheme);
    } catch {
      // No storage: for this page alone.
    }
    name();
  });
  name();

  // Browsers let pages copy over HTTPS, and on this machine.
  for (const block of navigator.clipboard ? document.querySelectorAll('pre') : []) {
    const box = make('div', '', { className: 'code' });
    const button = make('button', 'Copy', { type: 'button' });
    button.addEventListener('click', async () => {
      await navigator.clipboard.writeText(block.textContent);
      button.textContent = 'Copied';
    });
    block.replaceWith(box);
    box.append(block, button);
  }
  document.querySelector('.menu [aria-current]')?.scrollIntoView({ block: 'nearest' });
  // There is room for a page only.
  if (matchMedia('(max-width: 52em)').matches) document.querySelector('.menu .all').open = false;
})();
