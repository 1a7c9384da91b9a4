# Builds the client, and gateway and sandbox as one file each. No other stage gets node_modules.
FROM node:24-trixie-slim@sha256:173f125896c3b47ddf056734c7ea789d04595a6a08769a8f78e0df642781fb66 AS build
RUN apt-get update && apt-get install -y --no-install-recommends libjemalloc2 && rm -rf /var/lib/apt/lists/*
WORKDIR /skerry-vpn-account-web
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
RUN npm run build && npm run sbom

# Node.js and its libraries: no shell, no package manager, no other program.
FROM gcr.io/distroless/nodejs24-debian13:nonroot@sha256:9eeb7f5887d0e239e78264b06f7f11d2e14be534050481803a9e4728fcdd278e AS node
ENV NODE_ENV=production
WORKDIR /app
COPY --from=build /skerry-vpn-account-web/package.json ./
# By number, because Kubernetes cannot check a name for runAsNonRoot.
USER 65532:65532
STOPSIGNAL SIGTERM
ENTRYPOINT ["/nodejs/bin/node"]

# A fake upstream for docker-compose.yml; never part of the gateway's image.
FROM node AS sandbox
COPY --from=build /skerry-vpn-account-web/dist/sandbox/main.js ./
COPY --from=build /skerry-vpn-account-web/dist/sandbox/browser/ ./browser/
EXPOSE 3001
HEALTHCHECK --interval=5s --timeout=3s --start-period=10s --retries=3 \
  CMD ["/nodejs/bin/node", "-e", "fetch('http://127.0.0.1:' + (process.env.SANDBOX_PORT || 3001) + '/sandbox/accounts').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["main.js"]

# The last stage: `docker build .` builds it.
FROM node AS gateway
ARG VERSION=1.0.0
ARG REVISION=unknown
ARG CREATED=unknown
LABEL org.opencontainers.image.title="Skerry VPN account web" \
  org.opencontainers.image.description="The account area of Skerry VPN: client and gateway" \
  org.opencontainers.image.version="${VERSION}" \
  org.opencontainers.image.revision="${REVISION}" \
  org.opencontainers.image.created="${CREATED}" \
  org.opencontainers.image.base.name="gcr.io/distroless/nodejs24-debian13:nonroot"
COPY --from=build /usr/lib/*-linux-gnu/libjemalloc.so.2 /usr/lib/
COPY --from=build /skerry-vpn-account-web/dist/sbom.cdx.json ./
COPY --from=build /skerry-vpn-account-web/dist/client-manifest.json /skerry-vpn-account-web/dist/client-prerendered.json ./dist/
COPY --from=build /skerry-vpn-account-web/dist/client/ ./dist/client/
COPY --from=build /skerry-vpn-account-web/dist/gateway/main.js ./dist/gateway/
# 3000 for the proxy, 9464 for operators only.
EXPOSE 3000 9464
# Whether the process responds. Whether it should get requests is /readyz, which the proxy checks.
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s --retries=3 \
  CMD ["/nodejs/bin/node", "-e", "fetch('http://127.0.0.1:' + (process.env.ADMIN_PORT || 9464) + '/healthz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# As in `npm start`; docs/decisions/001-proxy-inner-path.md explains each variable and flag.
ENV LD_PRELOAD=libjemalloc.so.2 MALLOC_CONF=narenas:2,dirty_decay_ms:0,muzzy_decay_ms:0
CMD ["--max-semi-space-size=4", "--max-old-space-size=128", "--no-parallel-scavenge", "dist/gateway/main.js"]
