import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { whenOver } from './outcome.ts'

function watched(before: (response: ServerResponse) => void = () => {}) {
  const response = new ServerResponse(new IncomingMessage(new Socket()))
  before(response)
  const reports: boolean[] = []
  whenOver(response, (complete) => reports.push(complete))
  return { response, reports }
}

test('complete when all was handed over before the connection closed', () => {
  const { response, reports } = watched()
  response.emit('finish')
  expect(reports).toEqual([])
  response.emit('close')
  expect(reports).toEqual([true])
})

test('incomplete when the connection closed before', () => {
  const { response, reports } = watched()
  response.emit('close')
  expect(reports).toEqual([false])
})

test('incomplete when it had closed before anyone looked', () => {
  expect(watched((response) => response.destroy()).reports).toEqual([false])
})
