// Draws the icons that phones want as PNG from public/icon.svg: node web/render-icons.mjs, with Chromium. They are committed: a build needs no browser.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

const folder = new URL('public/', import.meta.url);
const svg = readFileSync(new URL('icon.svg', folder), 'utf8');
/** Without round corners: systems cut them by themselves. */
const square = svg.replace(' rx="8"', '');

/** @param part how much of the side the drawing takes; the rest is of its colour */
const ICONS = [
  { name: 'icon-192.png', size: 192, drawing: svg, part: 1 },
  { name: 'icon-512.png', size: 512, drawing: svg, part: 1 },
  // Launchers may cut off a tenth on each side: https://www.w3.org/TR/appmanifest/#icon-masks
  { name: 'icon-maskable-512.png', size: 512, drawing: square, part: 0.8 },
  { name: 'apple-touch-icon.png', size: 180, drawing: square, part: 1 },
];

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
});
const page = await browser.newPage();
for (const { name, size, drawing, part } of ICONS) {
  await page.setViewportSize({ width: size, height: size });
  const image = `data:image/svg+xml;base64,${Buffer.from(drawing).toString('base64')}`;
  const ground = part < 1 ? '#0a55c4' : 'transparent';
  await page.setContent(
    `<body style="margin:0;display:grid;place-items:center;height:100vh;background:${ground}"><img src="${image}" width="${size * part}" height="${size * part}">`,
  );
  writeFileSync(fileURLToPath(new URL(name, folder)), await page.screenshot({ omitBackground: true }));
}
await browser.close();
