import { Command } from 'commander'
import { expect, it } from 'vitest'
import { SETTING_KEYS } from '../config/keys.ts'
import { settingsSchema } from '../config/schema.ts'
import { valueAt } from '../config/tree.ts'
import { addServerFlags, flagsOf } from './setting-flags.ts'

const command = () => addServerFlags(new Command().exitOverride())

it('every setting has its flag, and every flag is a setting', () => {
  const flags = command().options.map((option) => option.long)
  expect(flags.toSorted()).toEqual([...SETTING_KEYS.map((key) => key.flag), '--config', '--mmproj'].toSorted())
})

it('the defaults in the help are the true ones', () => {
  const defaults = settingsSchema.parse({})
  const told = command().options.map((option) => [option.long, /\(default: ([^ ]+)\)/.exec(option.description)?.[1]])
  const expected = SETTING_KEYS.filter((key) => key.flag !== '--model').map((key) => {
    const value = valueAt(defaults, key.path)
    return [key.flag, value === undefined ? undefined : String(value)]
  })
  expect(Object.fromEntries(told)).toMatchObject(Object.fromEntries(expected))
})

it('gives the flags that were given, by name', () => {
  const parsed = command().parse(['-p', '0', '-m', 'a', '--model', 'b=c', '--llama-cpp-library-path', '/l'], {
    from: 'user',
  })
  expect(flagsOf(parsed)).toEqual({ '--port': '0', '--model': ['a', 'b=c'], '--llama-cpp-library-path': '/l' })
})
