/**
 * What the shared server does in one step, in its Lua. Numbers are passed as texts; `KEYS` get the prefix of the
 * connection. Versions are random, so that one which comes after a loss of data is none that anyone has seen.
 */
export const SCRIPTS = {
  /** KEYS: bucket. ARGV: a minute's worth, least that must be left (empty: none), amount, ms (empty: the server's own). */
  drawFrom: {
    numberOfKeys: 1,
    lua: `
local perMinute, needed, amount = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local now = tonumber(ARGV[4])
if not now then
  local time = redis.call('TIME')
  now = time[1] * 1000 + math.floor(time[2] / 1000)
end
local before = redis.call('HMGET', KEYS[1], 'level', 'at')
local level, at = tonumber(before[1]) or perMinute, tonumber(before[2]) or now
level = math.min(perMinute, level + math.max(0, now - at) * perMinute / 60000)
local missing = needed and math.min(needed, perMinute) - level or 0
local wait = 0
if missing > 0 then
  wait = math.max(1, math.ceil(missing * 60 / perMinute))
else
  level = level - amount
end
redis.call('HSET', KEYS[1], 'level', string.format('%.17g', level), 'at', string.format('%.17g', now))
redis.call('PEXPIRE', KEYS[1], math.ceil((perMinute - level) * 60000 / perMinute) + 1000)
return wait`,
  },
  /** KEYS: keys, version. ARGV: the version that is known. Answers the version, and all keys if it is another. */
  readKeys: {
    numberOfKeys: 2,
    lua: `
local version = redis.call('GET', KEYS[2]) or ''
if version == ARGV[1] then return { version } end
return { version, redis.call('HVALS', KEYS[1]) }`,
  },
  /** KEYS: keys, version. ARGV: the version it was decided on, the next, id, key. Answers 0 where that has changed. */
  putKey: {
    numberOfKeys: 2,
    lua: `
if (redis.call('GET', KEYS[2]) or '') ~= ARGV[1] then return 0 end
redis.call('HSET', KEYS[1], ARGV[3], ARGV[4])
redis.call('SET', KEYS[2], ARGV[2])
return 1`,
  },
  /** KEYS: keys, version, usage. ARGV: the next version, id, key, then counters and amounts. A key that is there stays. */
  adoptKey: {
    numberOfKeys: 3,
    lua: `
if redis.call('HSETNX', KEYS[1], ARGV[2], ARGV[3]) == 0 then return 0 end
redis.call('SET', KEYS[2], ARGV[1])
for i = 4, #ARGV, 2 do redis.call('HINCRBY', KEYS[3], ARGV[i], ARGV[i + 1]) end
return 1`,
  },
  /** KEYS: usage, mark. ARGV: s to keep the mark, counter and ms of the last use, then counters and amounts. Once a mark. */
  addUse: {
    numberOfKeys: 2,
    lua: `
if not redis.call('SET', KEYS[2], '1', 'NX', 'EX', ARGV[1]) then return 0 end
if tonumber(ARGV[3]) > tonumber(redis.call('HGET', KEYS[1], ARGV[2]) or '0') then
  redis.call('HSET', KEYS[1], ARGV[2], ARGV[3])
end
for i = 4, #ARGV, 2 do redis.call('HINCRBY', KEYS[1], ARGV[i], ARGV[i + 1]) end
return 1`,
  },
} as const

type Argument = string | number

/** The same, and what else is used of the client. */
export interface SharedCommands {
  drawFrom(bucket: string, perMinute: number, needed: Argument, amount: number, now: Argument): Promise<number>
  readKeys(keys: string, version: string, known: string): Promise<[version: string, keys?: string[]]>
  putKey(keys: string, version: string, known: string, next: string, id: string, key: string): Promise<number>
  adoptKey(keys: string, version: string, usage: string, ...rest: Argument[]): Promise<number>
  addUse(usage: string, mark: string, markSeconds: number, ...rest: Argument[]): Promise<number>
  hmget(hash: string, ...fields: string[]): Promise<(string | null)[]>
  hgetall(hash: string): Promise<Record<string, string>>
  set(key: string, value: string, unit: 'PX', ms: number): Promise<unknown>
}
