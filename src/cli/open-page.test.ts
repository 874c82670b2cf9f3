import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { scratch } from '../../test/fakes/scratch.ts'
import { openPage } from './open-page.ts'

test('the files of a build are read with what is to be told of each', () => {
  const folder = scratch()
  mkdirSync(join(folder, 'assets'))
  const [html, script] = ['<html>', 'run() '.repeat(100)]
  writeFileSync(join(folder, 'index.html'), html)
  writeFileSync(join(folder, 'assets/app-A1_b2-C3.js'), script)
  const page = openPage(folder)
  expect([...(page?.keys() ?? [])].toSorted()).toEqual(['assets/app-A1_b2-C3.js', 'index.html'])
  const [index, app] = [page?.get('index.html'), page?.get('assets/app-A1_b2-C3.js')]
  expect(index).toMatchObject({ contentType: 'text/html; charset=utf-8', isFixed: false })
  expect(index?.gzip()).toBeNull()
  expect(app).toMatchObject({ contentType: 'text/javascript; charset=utf-8', isFixed: true })
  expect(gunzipSync(app?.gzip() ?? '').toString()).toBe(script)
  expect(index?.etag).not.toBe(app?.etag)
})

test('where none was built there is none', () => {
  expect(openPage(join(scratch(), 'none'))).toBeNull()
})
