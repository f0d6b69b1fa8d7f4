// Runs in the page behind its data (web/page.mjs): until the application runs, the first rows can be read, and lead on.
(() => {
  const rows = document.querySelectorAll('.ghost-row');
  const data = document.getElementById('first-data');
  const list = rows.length > 0 && data ? JSON.parse(data.textContent).list : null;
  if (!list) return;
  const add = (row, name, text) => {
    const part = row.appendChild(document.createElement(name));
    part.appendChild(document.createElement('bdi')).textContent = text;
    return part;
  };
  rows.forEach((row, at) => {
    const favorite = list.data[at];
    if (!favorite) return row.remove();
    const { software, product, version, available_version: offered } = favorite;
    if (product) add(row, 'a', software).href = `/software/${product.id}`;
    else add(row, 'span', software);
    add(row, 'span', offered ? `${version.version} → ${offered.version}` : version.version);
  });
})();
