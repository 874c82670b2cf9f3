# docker build -t trivet .
# docker run -p 8420:8420 -v trivet:/data -e TRIVET_API_KEY=… trivet
# For several platforms: docker buildx build --platform linux/amd64,linux/arm64 .
FROM node:22-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts
COPY tools/bundle.mjs tools/
COPY src src
COPY ui ui
RUN npm run build && npm prune --omit=dev --ignore-scripts

FROM node:22-bookworm-slim
WORKDIR /app
# What the packaged encoder of images and libwhisper compute with.
RUN apt-get update && apt-get install --yes --no-install-recommends libgomp1 && rm -rf /var/lib/apt/lists/*
RUN mkdir /data && chown node:node /data
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/dist dist
COPY package.json ./
COPY models models
USER node
ENV NODE_ENV=production TRIVET_HOME=/data
VOLUME /data
EXPOSE 8420
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:8420/health/live').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "/app/dist/cli/main.js"]
# Others reach a container, so it wants a key: TRIVET_API_KEY, or `--auth off` where the network is trusted.
CMD ["serve", "--host", "0.0.0.0"]
