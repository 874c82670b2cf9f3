import { PassThrough } from 'node:stream'
import { stripVTControlCharacters } from 'node:util'
import { expect, it } from 'vitest'
import { settled } from '../../../test/fakes/clock.ts'
import { processTerminal } from './terminal.ts'

/** A terminal with a person at it, who sees what is on `screen`. */
function person() {
  const tty = () => Object.assign(new PassThrough({ encoding: 'utf8' }), { isTTY: true, columns: 80 })
  const [stdin, stdout, stderr] = [tty(), tty(), tty()]
  let screen = ''
  for (const stream of [stdout, stderr]) {
    stream.on('data', (text: string) => {
      screen += stripVTControlCharacters(text).replaceAll('\r', '')
    })
  }
  const terminal = processTerminal({ stdin, stdout, stderr })
  const type = async (text: string) => {
    stdin.write(text)
    for (let turn = 0; turn < 3; turn++) await settled()
  }
  return { terminal, type, lines: terminal.lines[Symbol.asyncIterator](), seen: () => screen }
}

it('shows what is typed at the prompt', async () => {
  const { terminal, type, lines, seen } = person()
  terminal.prompt(false)
  await type('hello\r')
  expect(await lines.next()).toEqual({ done: false, value: 'hello' })
  expect(seen()).toContain('>>> hello\n')
  terminal.close()
})

it('keeps what is typed during an answer out of it, and shows it at the next prompt', async () => {
  const { terminal, type, lines, seen } = person()
  terminal.prompt(false)
  await type('hello\r')
  await lines.next()
  terminal.write('The ans')
  await type('nex')
  terminal.write('wer.\n')
  await type('')
  expect(seen()).toMatch(/hello\nThe answer\.\n$/)
  terminal.prompt(false)
  await type('t\r')
  expect(await lines.next()).toEqual({ done: false, value: 'next' })
  expect(seen()).toMatch(/The answer\.\n.*>>> nex.*t\n$/s)
  terminal.close()
})

it('shows a whole line that was typed during an answer when its turn comes, and mutes again', async () => {
  const { terminal, type, lines, seen } = person()
  terminal.prompt(false)
  await type('one\r')
  await lines.next()
  await type('two\rthr')
  expect(seen()).not.toMatch(/two|thr/)
  terminal.prompt(false)
  expect(await lines.next()).toEqual({ done: false, value: 'two' })
  await type('ee')
  expect(seen()).toMatch(/>>> two\n$/)
  terminal.prompt(false)
  await type('\r')
  expect(await lines.next()).toEqual({ done: false, value: 'three' })
  expect(seen()).toMatch(/>>> three\n$/)
  terminal.close()
})

it('with piped input shows no prompt and no thoughts: the output is the answers', async () => {
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()]
  const terminal = processTerminal({ stdin, stdout, stderr })
  stdin.end('one\ntwo\n')
  const heard: string[] = []
  terminal.prompt(false)
  for await (const line of terminal.lines) {
    heard.push(line)
    terminal.think('hm')
    terminal.write(`${line}!`)
    terminal.note('done')
  }
  expect(heard).toEqual(['one', 'two'])
  expect([String(stdout.read()), String(stderr.read())]).toEqual(['one!two!', 'done\ndone\n'])
})
