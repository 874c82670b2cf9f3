import { describe } from 'vitest'
import { cancellingConformance } from './cancelling.ts'
import { endingConformance } from './ending.ts'
import { loadingConformance } from './loading.ts'
import { readingConformance } from './reading.ts'
import type { ConformanceSubject } from './subject.ts'
import { tokenizingConformance } from './tokenizing.ts'
import { workingConformance } from './working.ts'

/** What a driver promises whose engines are servers elsewhere: all that needs no child, no file and no logits. */
export function remoteConformance(name: string, subject: ConformanceSubject): void {
  describe(`${name}: working`, () => workingConformance(subject))
  describe(`${name}: tokenizing`, () => tokenizingConformance(subject))
  describe(`${name}: cancelling`, () => cancellingConformance(subject))
}

/** What a driver promises that runs a maker's server: all that needs no tokens. They need Linux, and the build. */
export function servedConformance(name: string, subject: ConformanceSubject): void {
  describe(`${name}: loading`, () => loadingConformance(subject))
  describe(`${name}: working`, () => workingConformance(subject))
  describe(`${name}: cancelling`, () => cancellingConformance(subject))
  describe(`${name}: ending`, () => endingConformance(subject))
}

/** What every other driver promises, told as tests. They need Linux, and the build, which children run from. */
export function driverConformance(name: string, subject: ConformanceSubject): void {
  const { does = 'generate' } = subject
  describe(`${name}: loading`, () => loadingConformance(subject))
  if (does === 'generate') describe(`${name}: working`, () => workingConformance(subject))
  describe(`${name}: reading`, () => readingConformance(subject))
  describe(`${name}: tokenizing`, () => tokenizingConformance(subject))
  describe(`${name}: cancelling`, () => cancellingConformance(subject))
  describe(`${name}: ending`, () => endingConformance(subject))
}
