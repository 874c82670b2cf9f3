import { expect, test } from 'vitest'
import { srt, vtt } from './subtitles.ts'

const LINES = [
  { text: ' Hello there.', start: 0, end: 1.5 },
  { text: ' Bye.', start: 59.9996, end: 3723.045 },
]

test('SubRip', () => {
  expect(srt(LINES)).toBe(
    '1\n00:00:00,000 --> 00:00:01,500\nHello there.\n\n2\n00:01:00,000 --> 01:02:03,045\nBye.\n\n',
  )
})

test('WebVTT', () => {
  expect(vtt(LINES)).toBe(
    'WEBVTT\n\n00:00:00.000 --> 00:00:01.500\nHello there.\n\n00:01:00.000 --> 01:02:03.045\nBye.\n\n',
  )
})
