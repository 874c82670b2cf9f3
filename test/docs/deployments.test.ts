import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { startPrograms } from '../e2e/programs.ts'
import { endServer, listenAtLoopback } from '../fakes/loopback.ts'
import { NO_REDIS, REDIS_PROGRAM, RedisServer } from '../fakes/redis-server.ts'

type Tree = ReturnType<typeof JSON.parse>

const read = (name: string) => readFileSync(new URL(`../../docs/deploy/${name}`, import.meta.url), 'utf8')
const SETTINGS = read('trivet.yaml')
const COMPOSE: Tree = parse(read('compose.yaml'), { merge: true })
const OBJECTS: readonly Tree[] = parseAllDocuments(read('kubernetes.yaml')).map((document) => {
  expect([...document.errors, ...document.warnings]).toEqual([])
  return document.toJS()
})
const kind = (name: string) => OBJECTS.filter((object) => object.kind === name)
const named = (name: string, of: string) => kind(of).find(({ metadata }) => metadata.name === name)

const start = startPrograms()

/** What `trivet config --check` says of what a container is started with. */
async function check(command: readonly string[], settings: string, env: Record<string, string>) {
  const file = join(start(['version']).folder, 'trivet.yaml')
  writeFileSync(file, settings)
  const flags = command.slice(1).map((word) => (word === '/etc/trivet/trivet.yaml' ? file : word))
  const checked = start(['config', '--check', ...flags], { env })
  return [command[0], await checked.exited, checked.stdout.trim(), checked.stderr]
}

const FINE = ['serve', 0, 'The settings are fine.', '']

describe('docs/deploy/compose.yaml', () => {
  test('is whole: what a service refers to is there', () => {
    for (const [, service] of Object.entries<Tree>(COMPOSE.services)) {
      expect(service.image ?? service.build).toEqual(expect.any(String))
      for (const other of Object.keys(service.depends_on ?? {})) expect(COMPOSE.services).toHaveProperty(other)
      for (const { source } of service.configs ?? []) expect(COMPOSE.configs).toHaveProperty(source)
      for (const volume of service.volumes ?? []) expect(COMPOSE.volumes).toHaveProperty(volume.split(':')[0])
    }
    const { file } = COMPOSE.configs.trivet
    expect(read(file)).toBe(SETTINGS)
  })

  test('has names for the servers that the settings name', () => {
    const aliases = Object.entries<Tree>(COMPOSE.services).flatMap(([name, { networks }]) => [
      name,
      ...(networks?.default?.aliases ?? []),
    ])
    const { upstreams, redis } = parse(SETTINGS)
    for (const { url } of [...upstreams, redis]) expect(aliases).toContain(new URL(url).hostname)
  })

  test('starts Trivet with settings that are fine', async () => {
    const { command, environment } = COMPOSE.services.trivet
    const env = Object.fromEntries(
      Object.entries<string>(environment).map(([name, value]) => [name, value.replace(/\$\{(\w+):\?.*?\}/g, 'chosen')]),
    )
    expect(env.TRIVET_REDIS_URL).toBe('redis://:chosen@valkey:6379')
    expect(await check(command, SETTINGS, env)).toEqual(FINE)
  })
})

describe('docs/deploy/kubernetes.yaml', () => {
  const workloads = [...kind('Deployment'), ...kind('StatefulSet')]

  test('is whole: what an object refers to is there', () => {
    for (const { spec } of workloads) {
      const { metadata, spec: pod } = spec.template
      expect(metadata.labels).toMatchObject(spec.selector.matchLabels)
      if (spec.serviceName !== undefined) expect(named(spec.serviceName, 'Service')).toBeDefined()
      const claimed = (spec.volumeClaimTemplates ?? []).map((claim: Tree) => claim.metadata.name)
      const volumes = [...(pod.volumes ?? []).map(({ name }: Tree) => name), ...claimed]
      for (const { configMap } of pod.volumes ?? [])
        if (configMap) expect(named(configMap.name, 'ConfigMap')).toBeDefined()
      for (const container of pod.containers) {
        for (const { name } of container.volumeMounts ?? []) expect(volumes).toContain(name)
        for (const { valueFrom } of container.env ?? []) {
          const { name, key } = valueFrom.secretKeyRef
          expect(named(name, 'Secret')?.stringData).toHaveProperty([key])
        }
        const ports = container.ports.map(({ name }: Tree) => name)
        for (const probe of [container.livenessProbe, container.readinessProbe, container.startupProbe]) {
          if (probe) expect(ports).toContain((probe.httpGet ?? probe.tcpSocket).port)
        }
      }
    }
    for (const { spec } of kind('Service')) {
      const behind = workloads.find((workload) => workload.spec.selector.matchLabels.app === spec.selector.app)
      const ports = behind?.spec.template.spec.containers[0].ports.map(({ name }: Tree) => name)
      for (const { targetPort } of spec.ports) expect(ports).toContain(targetPort)
    }
  })

  test('starts Trivet with the same settings, which are fine, and asks it at paths that it has', async () => {
    const [container] = named('trivet', 'Deployment').spec.template.spec.containers
    const settings = named('trivet', 'ConfigMap').data['trivet.yaml']
    expect(parse(settings)).toEqual(parse(SETTINGS))
    const secrets = named('trivet', 'Secret').stringData
    const env = Object.fromEntries(container.env.map(({ name }: Tree) => [name, secrets[name]]))
    expect(await check(container.args, settings, env)).toEqual(FINE)
    expect([container.livenessProbe.httpGet.path, container.readinessProbe.httpGet.path]).toEqual([
      '/health/live',
      '/health/ready',
    ])
  })
})

test.skipIf(REDIS_PROGRAM === null)(
  `the settings of both serve another server’s model (needs: ${NO_REDIS})`,
  async () => {
    const redis = await RedisServer.start()
    const vllm = createServer((_, response) => {
      response.end(JSON.stringify({ data: [{ id: 'Qwen/Qwen3-8B', owned_by: 'vllm', max_model_len: 16_384 }] }))
    })
    const here = await listenAtLoopback(vllm)
    try {
      const file = join(start(['version']).folder, 'trivet.yaml')
      writeFileSync(
        file,
        SETTINGS.replaceAll(/http:\/\/vllm-\d\.vllm:8000/g, here).replace('redis://valkey:6379', redis.url),
      )
      const server = start(['serve', '--port', '0', '--config', file], { env: { TRIVET_API_KEY: 'k' } })
      const url = await server.listening()
      const ask = async (path: string) =>
        (await (await fetch(`${url}${path}`, { headers: { 'x-api-key': 'k' } })).json()) as Tree
      expect((await ask('/v1/models')).data.map(({ id }: Tree) => id)).toEqual(['Qwen/Qwen3-8B'])
      expect((await ask('/v1/system/status')).sharing.state).toBe('connected')
    } finally {
      await endServer(vllm)
      await redis.dispose()
    }
  },
)
