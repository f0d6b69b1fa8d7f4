# The service and its command line on Node.js 24. See docs/install.md.

FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
COPY packages packages
# No package of ours has to be compiled here: scripts of packages stay off in every stage.
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY nest-cli.json tsconfig.json tsconfig.build.json ./
COPY scripts/lib/bundle.mjs scripts/lib/
COPY src src
COPY web web
# Which product has which icon: only these are taken along.
COPY data/icons.tsv data/
RUN npm run -s build:service && npm run -s build:web && find dist -name '*.map' -delete \
 && rm -rf packages/client packages/plugin-kit packages/*/src packages/*/test
# The pages at /docs.
COPY scripts/docs-site scripts/docs-site
COPY docs docs
COPY README.md CONTRIBUTING.md SECURITY.md CHANGELOG.md ./
RUN npm run -s build:docs

FROM node:24-bookworm-slim AS packages
WORKDIR /app
COPY package.json package-lock.json ./
COPY packages packages
# dist/bundle has all other packages in it (scripts/lib/bundle.mjs). Here is what it leaves out, and what the compiled files of threads load: libraries of ours,
# and htmlparser2. better-sqlite3 12 is for Node.js 20 (src/database/sqlite-driver.ts); the other one comes with a binary for each platform.
RUN node -e 'const fs = require("fs"), about = JSON.parse(fs.readFileSync("package.json")); \
  const kept = ["htmlparser2", "mqtt", "mysql2", "reflect-metadata"].map((name) => [name, about.dependencies[name]]); \
  about.dependencies = Object.fromEntries([...kept, ["swagger-ui-dist", "*"]]); \
  delete about.optionalDependencies["better-sqlite3"]; \
  fs.writeFileSync("package.json", JSON.stringify(about))' \
 && npm install --omit=dev --ignore-scripts --no-audit --no-fund \
 && rm -rf node_modules/@types \
 && find node_modules -name '*.map' -delete \
 && cd node_modules/better-sqlite3-node22 \
 && rm -rf deps src && find prebuilds -type f ! -name "linux-$(node -p process.arch).node" -delete

FROM node:24-bookworm-slim
ARG VERSION=
ARG COMMIT=
LABEL org.opencontainers.image.title="Software update tracker" \
      org.opencontainers.image.description="Self-hosted software update tracking: a catalogue of products and versions, favorites, and notifications" \
      org.opencontainers.image.licenses="MIT" \
      org.opencontainers.image.version="$VERSION" \
      org.opencontainers.image.revision="$COMMIT"
# SQLite sorts what is large in files: in the volume, so that the root may be read-only without a /tmp.
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data SQLITE_TMPDIR=/data BUILD_COMMIT=$COMMIT
WORKDIR /app
COPY LICENSE package.json ./
# package.json is the one place that says the version; a label that says another one is a mistake.
RUN test "${VERSION:-$(node -p 'require("./package.json").version')}" = "$(node -p 'require("./package.json").version')" \
 && install -d -m 700 -o node -g node /data
COPY --from=packages /app/node_modules node_modules
# What plug-ins import: it leads to the kit that is part of the service.
COPY packages/plugin-kit/index.js packages/plugin-kit/package.json node_modules/tracker-plugin-kit/
COPY data data
COPY --from=build /app/dist dist
# Libraries of the service, to which node_modules has links.
COPY --from=build /app/packages packages
# Compiled code of the service, which its user reads at each start and nobody changes (src/config/compile-cache.ts).
RUN install -d -o node -g node dist/compile-cache \
 && setpriv --reuid=1000 --regid=1000 --clear-groups node -r ./dist/config/compile-cache.js -r reflect-metadata -e 'require("./dist/bundle/main")' \
 && chown -R root:root dist/compile-cache && chmod -R a+rX dist/compile-cache
# By its number, so that a cluster can see that it is not root.
USER 1000:1000
VOLUME /data
EXPOSE 3000
# Alive, not ready: a database that is away for a while is no reason to restart the service.
HEALTHCHECK --interval=30s --timeout=5s --start-period=120s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.OPERATIONS_PORT || process.env.PORT}/health/live`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# Node.js is process 1: both programs handle SIGTERM and SIGINT themselves and start no other, so there is nothing for an init to do.
ENTRYPOINT ["node"]
CMD ["dist/main.js"]
