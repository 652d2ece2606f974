# Builds one image per service: docker build --build-arg SERVICE=identity -t hearsay-identity .
# The gateway's image adds the web app: docker build --target gateway --build-arg SERVICE=gateway -t hearsay-gateway .
# `docker compose up` builds and runs all images, see docs/containers.md.

FROM node:24.21.0-bookworm-slim AS build
WORKDIR /source
# Copies only manifests first, so that Docker installs packages again only after a manifest has changed.
COPY package.json package-lock.json ./
COPY infra/package.json infra/
COPY web/package.json web/
COPY libs/contracts/package.json libs/contracts/
COPY libs/event-store/package.json libs/event-store/
COPY libs/game-rules/package.json libs/game-rules/
COPY libs/media-store/package.json libs/media-store/
COPY libs/messaging/package.json libs/messaging/
COPY libs/service-runtime/package.json libs/service-runtime/
COPY libs/testing/package.json libs/testing/
COPY services/content/package.json services/content/
COPY services/engagement/package.json services/engagement/
COPY services/gamification/package.json services/gamification/
COPY services/gateway/package.json services/gateway/
COPY services/identity/package.json services/identity/
COPY services/moderation/package.json services/moderation/
COPY services/notification/package.json services/notification/
COPY infra/containers/without-optional.mjs infra/containers/
RUN node infra/containers/without-optional.mjs && npm install --ignore-scripts --no-audit --no-fund
COPY . .
RUN node infra/containers/without-optional.mjs && node node_modules/typescript7/bin/tsc -b

FROM build AS web
RUN npm run build --workspace web

FROM build AS folder
ARG SERVICE
RUN node infra/containers/production-folder.mjs "$SERVICE" /hearsay

FROM node:24.21.0-bookworm-slim AS service
ARG SERVICE
ENV NODE_ENV=production HEALTH_HOST=0.0.0.0 HEALTH_PORT=9100
COPY --from=folder /hearsay /hearsay
WORKDIR /hearsay/services/$SERVICE
USER node
EXPOSE 9100
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=6 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:9100/health/ready').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# The flags of infra/local/heap-flags.ts. Seven processes share a machine, so each collects garbage on one core and only
# rarely (docs/performance.md).
CMD ["node", "--single-threaded-gc", "--initial-old-space-size=128", "--max-old-space-size=256", "--max-semi-space-size=16", "--env-file-if-exists=/run/hearsay/secrets.env", "dist/main.js"]

# Makes the secrets of all containers, once.
FROM service AS secrets
USER root
WORKDIR /hearsay/infra/containers
COPY infra/containers/make-secrets.mjs infra/containers/reload-nats.mjs ./
COPY infra/local/credentials.ts /hearsay/infra/local/
HEALTHCHECK NONE
CMD ["node", "make-secrets.mjs", "/secrets"]

# No registry publishes current images of MinIO. `npm run tools` builds the same version.
FROM golang:1.26.1-bookworm AS minio-build
RUN CGO_ENABLED=0 go install -trimpath -ldflags="-s -w" github.com/minio/minio@v0.0.0-20260212201848-7aac2a2c5b7c
RUN CGO_ENABLED=0 go install -trimpath -ldflags="-s -w" github.com/minio/mc@v0.0.0-20250313080218-cf909e1063a9

FROM node:24.21.0-bookworm-slim AS minio
COPY --from=minio-build /go/bin/minio /go/bin/mc /usr/local/bin/
COPY infra/containers/make-minio-user.sh infra/containers/media-policy.json /usr/local/bin/
# A new volume gets the owner of this folder.
RUN mkdir /data && chown node:node /data
USER node
EXPOSE 9000
HEALTHCHECK --interval=5s --timeout=5s --start-period=30s --retries=12 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:9000/minio/health/live').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["minio", "server", "/data"]

FROM service AS gateway
ENV HOST=0.0.0.0 PORT=8080 WEB_ROOT=/hearsay/web/dist
COPY --from=web /source/web/dist /hearsay/web/dist
EXPOSE 8080
# The same command with the gateway's larger heap.
CMD ["node", "--single-threaded-gc", "--initial-old-space-size=160", "--max-old-space-size=384", "--max-semi-space-size=32", "--env-file-if-exists=/run/hearsay/secrets.env", "dist/main.js"]
