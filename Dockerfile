# Not built or run where it was written (no Docker there): see docs/operating.md.
FROM node:24-bookworm-slim
# ffmpeg is faster than the copy of its libraries that npm carries; util-linux's unshare is there for the embedded database.
RUN apt-get update && apt-get install -y --no-install-recommends ffmpeg tini && rm -rf /var/lib/apt/lists/*
WORKDIR /app
COPY package.json package-lock.json ./
COPY scripts ./scripts
COPY src ./src
COPY tsconfig.base.json tsconfig.json ./
# Packages, speech model and web application, once, while the image is built.
RUN node -e "import('/app/scripts/prepare.mjs').then(async (m) => { await m.installPackages(); await m.fetchModels(); await m.buildWeb(); })"
RUN useradd --create-home tapes && mkdir /data && chown tapes /data
USER tapes
ENV HOST=0.0.0.0 PORT=3000 DATA_DIR=/data NODE_ENV=production
VOLUME /data
EXPOSE 3000
HEALTHCHECK --start-period=60s CMD node -e "fetch('http://127.0.0.1:' + (process.env.METRICS_PORT || process.env.PORT) + '/api/health').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"
# tini passes the signals on; the application ends by itself (DRAIN_SECONDS).
ENTRYPOINT ["tini", "--"]
CMD ["node", "src/server/main.ts"]
