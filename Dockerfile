# Built, started and stopped by npm run test:container; see docs/operating.md.
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY tsconfig.base.json tsconfig.json ./
COPY scripts ./scripts
COPY src ./src
RUN node scripts/prepare-image.mjs

FROM node:24-bookworm-slim
# tini forwards signals; nss_wrapper gives a name to user ids unknown to the image, because PostgreSQL requires one.
RUN apt-get update && apt-get install -y --no-install-recommends tini libnss-wrapper && rm -rf /var/lib/apt/lists/* /var/cache/apt/*
WORKDIR /app
COPY --from=build /app/package.json /app/package-lock.json ./
COPY --from=build /app/scripts ./scripts
COPY --from=build /app/.cache/models ./.cache/models
COPY --from=build /app/.cache/packages ./.cache/packages
COPY --from=build /app/dist ./dist
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/src/contract ./src/contract
COPY --from=build /app/src/domain ./src/domain
COPY --from=build /app/src/speech ./src/speech
COPY --from=build /app/src/embedding ./src/embedding
COPY --from=build /app/src/ai ./src/ai
COPY --from=build /app/src/server ./src/server
# Volumes inherit these permissions, so the container can run under any user id.
RUN useradd --create-home tapes && mkdir /data && chown tapes /data && chmod 1777 /data
USER tapes
ENV HOST=0.0.0.0 PORT=3000 DATA_DIR=/data NODE_ENV=production
VOLUME /data
EXPOSE 3000
HEALTHCHECK --start-period=60s CMD node -e "fetch('http://127.0.0.1:' + (process.env.METRICS_PORT || process.env.PORT) + '/api/health').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"
ENTRYPOINT ["tini", "--"]
CMD ["node", "src/server/main.ts"]
