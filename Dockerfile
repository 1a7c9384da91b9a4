# syntax=docker/dockerfile:1

# Builds client, gateway and sandbox, each gateway and sandbox as one file; nothing of node_modules goes further.
FROM node:24-trixie-slim AS build
WORKDIR /skerry-vpn-account-web
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
RUN npm run build && npm run sbom

# Node.js and the libraries that it needs: no shell, no package manager, no other program.
FROM gcr.io/distroless/nodejs24-debian13:nonroot AS node
ENV NODE_ENV=production
WORKDIR /app
COPY --from=build /skerry-vpn-account-web/package.json ./
# The number, not the name: Kubernetes can tell only of a number that it is not root.
USER 65532:65532
STOPSIGNAL SIGTERM
ENTRYPOINT ["/nodejs/bin/node"]

# A stand-in for the upstream, for docker-compose.yml; never part of the gateway's image.
FROM node AS sandbox
COPY --from=build /skerry-vpn-account-web/dist/sandbox/main.js ./
COPY --from=build /skerry-vpn-account-web/dist/sandbox/browser/ ./browser/
EXPOSE 3001
HEALTHCHECK --interval=5s --timeout=3s --start-period=10s --retries=3 \
  CMD ["/nodejs/bin/node", "-e", "fetch('http://127.0.0.1:' + (process.env.SANDBOX_PORT || 3001) + '/sandbox/accounts').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["main.js"]

# The last stage is what `docker build .` makes.
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
COPY --from=build /skerry-vpn-account-web/dist/sbom.cdx.json ./
COPY --from=build /skerry-vpn-account-web/dist/client-manifest.json ./dist/
COPY --from=build /skerry-vpn-account-web/dist/client/ ./dist/client/
COPY --from=build /skerry-vpn-account-web/dist/gateway/main.js ./dist/gateway/
# 3000 for the proxy in front, 9464 for operators alone.
EXPOSE 3000 9464
# Whether the process answers; whether it should be sent requests is /readyz, which a proxy asks.
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s --retries=3 \
  CMD ["/nodejs/bin/node", "-e", "fetch('http://127.0.0.1:' + (process.env.ADMIN_PORT || 9464) + '/healthz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# As in `npm start`; docs/decisions/001-proxy-inner-path.md says what each is for.
CMD ["--max-semi-space-size=8", "--no-allocation-site-pretenuring", "--no-memory-reducer", "--initial-old-space-size=16", "--v8-pool-size=1", "--no-maglev", "dist/gateway/main.js"]
