// npm run dev:web: serves the web application from its sources, reloading on changes, beside a running service (npm start).
import { createServer } from 'vite';
import { viteConfig } from './vite.config.mjs';

const service = process.env.SERVICE_URL ?? 'http://127.0.0.1:3000';
const server = await createServer({
  ...viteConfig,
  server: {
    port: 5173,
    proxy: Object.fromEntries(['/api', '/docs', '/icons', '/sign-in/oidc'].map((path) => [path, service])),
  },
});
await server.listen();
server.printUrls();
