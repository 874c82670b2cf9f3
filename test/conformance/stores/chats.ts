import { describe, expect, test } from 'vitest'
import { type ChatStore, createChatStore } from '../../../src/store/chats.ts'
import type { Database } from '../../../src/store/database.ts'
import { ManualClock } from '../../fakes/clock.ts'

const ALL = { text: '', limit: 10, after: null }

/** Conversations and their turns. */
export function chatSuite(withDatabase: (work: (database: Database) => void) => void): void {
  const withChats = (work: (chats: ChatStore, clock: ManualClock) => void, maxBytes = 1_000_000) =>
    withDatabase((database) => {
      const clock = new ManualClock()
      work(createChatStore(database, clock, maxBytes), clock)
    })
  const turn = (id: string, text: string) => ({ id, text, body: { said: text } })

  describe('conversations', () => {
    test('take so much of an owner at most, of which nothing is deleted', () => {
      withChats((chats) => {
        chats.create('me', { id: 'a', title: '', settings: {} })
        expect(chats.keep('me', 'a', turn('1', 'x'.repeat(900)))).toBe('kept')
        expect(chats.keep('me', 'a', turn('2', 'y'.repeat(200)))).toBe('full')
        expect(chats.keep('me', 'a', turn('1', 'z'.repeat(900)))).toBe('kept')
        expect(chats.turns('me', 'a').map(({ id }) => id)).toEqual(['1'])
        expect(chats.find('me', 'a')).toMatchObject({ leaf: '1' })
        expect(chats.create('me', { id: 'b', title: '', settings: { model: 'm'.repeat(100) } })).toBeNull()
        expect(chats.create('you', { id: 'c', title: '', settings: {} })).not.toBeNull()
        chats.delete('me', 'a')
        expect(chats.create('me', { id: 'b', title: '', settings: {} })).not.toBeNull()
      }, 1000)
    })

    test('are found by their owner alone, with their turns in order', () => {
      withChats((chats) => {
        const made = chats.create('me', { id: 'a', title: 'First', settings: { model: 'm' } })
        expect(made).toMatchObject({ id: 'a', title: 'First', settings: { model: 'm' }, leaf: null })
        expect([chats.keep('me', 'a', turn('2', 'two')), chats.keep('me', 'a', turn('1', 'one'))]).toEqual([
          'kept',
          'kept',
        ])
        chats.keep('me', 'a', turn('2', 'two, changed'))
        expect(chats.turns('me', 'a')).toEqual([turn('2', 'two, changed'), turn('1', 'one')])
        expect(chats.find('me', 'a')).toEqual({ ...made, leaf: '2' })
        expect([chats.find('you', 'a'), chats.turns('you', 'a'), chats.list('you', ALL)]).toEqual([null, [], []])
        expect([chats.keep('you', 'a', turn('3', '')), chats.change('you', 'a', { title: 'x' })]).toEqual([
          'absent',
          null,
        ])
        expect([chats.delete('you', 'a'), chats.clear('you')]).toEqual([false, 0])
        expect(chats.turns('me', 'a')).toHaveLength(2)
      })
    })

    test('are listed by when they were last gone on with, page by page', () => {
      withChats((chats, clock) => {
        for (const id of ['a', 'b', 'c']) chats.create('me', { id, title: id, settings: {} })
        clock.advance(1000)
        chats.keep('me', 'b', turn('1', ''))
        const ids = (search: object) => chats.list('me', { ...ALL, ...search }).map(({ id }) => id)
        expect(ids({})).toEqual(['b', 'c', 'a'])
        expect([ids({ limit: 2 }), ids({ limit: 2, after: 'c' }), ids({ after: 'none' })]).toEqual([
          ['b', 'c'],
          ['a'],
          [],
        ])
        chats.change('me', 'a', { title: 'renamed' })
        expect(ids({})).toEqual(['b', 'c', 'a'])
      })
    })

    test('are found by words of their title and of their turns, as they are written', () => {
      withChats((chats) => {
        chats.create('me', { id: 'a', title: 'Rate: 100% sure_', settings: {} })
        chats.create('me', { id: 'b', title: 'Other', settings: {} })
        chats.keep('me', 'b', turn('1', 'the Weather in Paris'))
        const found = (text: string) => chats.list('me', { ...ALL, text }).map(({ id }) => id)
        expect(['100%', 'sure_', '1%s', 'weather in', 'nowhere'].map(found)).toEqual([['a'], ['a'], [], ['b'], []])
      })
    })

    test('that are deleted are gone with their turns', () => {
      withChats((chats) => {
        for (const id of ['a', 'b', 'c']) chats.create('me', { id, title: id, settings: {} })
        chats.keep('me', 'a', turn('1', 'one'))
        expect([chats.delete('me', 'a'), chats.delete('me', 'a'), chats.turns('me', 'a')]).toEqual([true, false, []])
        expect([chats.clear('me'), chats.list('me', ALL)]).toEqual([2, []])
      })
    })

    test('that are changed keep what is not said anew', () => {
      withChats((chats) => {
        const made = chats.create('me', { id: 'a', title: 'A', settings: { model: 'm' } })
        expect(chats.change('me', 'a', { leaf: '1' })).toEqual({ ...made, leaf: '1' })
        expect(chats.change('me', 'a', { settings: {} })).toEqual({ ...made, leaf: '1', settings: {} })
      })
    })
  })
}
