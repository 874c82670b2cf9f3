import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { scratch } from '../../test/fakes/scratch.ts'
import { NotAFile, openFile, textOf } from './open-file.ts'

const folder = scratch()

test('a file is opened, and what is missing is said to be', async () => {
  const path = join(folder, 'file')
  writeFileSync(path, 'text')
  const file = await openFile(path)
  expect(await file.readFile('utf8')).toBe('text')
  await file.close()
  expect([textOf(path), textOf(join(folder, 'none'))]).toEqual(['text', null])
  await expect(openFile(join(folder, 'none'))).rejects.toMatchObject({ code: 'ENOENT' })
})

test('a folder is no file', async () => {
  mkdirSync(join(folder, 'folder'))
  await expect(openFile(join(folder, 'folder'))).rejects.toThrow(NotAFile)
})

test.skipIf(process.platform === 'win32')(
  'neither is a FIFO, a device or a socket, and none is waited for',
  async () => {
    const [fifo, socket] = [join(folder, 'fifo'), join(folder, 'socket')]
    execFileSync('mkfifo', [fifo])
    const server = createServer().listen(socket)
    expect(textOf(fifo)).toBeNull()
    // More than there are threads to wait in.
    const paths = [...Array<string>(8).fill(fifo), '/dev/zero', socket]
    const outcomes = await Promise.all(paths.map((path) => openFile(path).catch((error: unknown) => error)))
    server.close()
    expect(outcomes.every((outcome) => outcome instanceof NotAFile)).toBe(true)
  },
)
