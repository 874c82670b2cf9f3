import type { Clock } from '../../../core/clock.ts'
import { asTrivetError } from '../../../core/errors.ts'
import type { ReportedLoad } from '../../driver.ts'
import type { UpstreamClient } from './client.ts'
import type { RemoteModel } from './endpoint.ts'
import { readReport } from './report.ts'

/** How often a server that tells how busy it is is asked, one that doesn't at the moment, and one that has no such page. */
const ASK_MS = 2_000
const ASK_SILENT_MS = 60_000
const ASK_PAGELESS_MS = 3_600_000
/** Answers of those without the page, or with none for us. llama-server without `--metrics` says 501. */
const PAGELESS: readonly unknown[] = [401, 403, 404, 405, 410, 501]
const PATIENCE_MS = 2_000
/** What is older says nothing of now. */
const STALE_MS = 10_000

/** Has one server tell, again and again, how busy one of its models is. */
export class Reports {
  readonly #remote: RemoteModel
  readonly #client: UpstreamClient
  readonly #clock: Clock
  readonly #own: () => number
  #latest: { readonly load: ReportedLoad; readonly atMs: number } | null = null
  #pageless = false
  #closed = false
  #forget = () => {}

  /** @param own tasks that are there from here */
  constructor(remote: RemoteModel, client: UpstreamClient, clock: Clock, own: () => number) {
    this.#remote = remote
    this.#client = client
    this.#clock = clock
    this.#own = own
    void this.#ask()
  }

  /** `null`: it doesn't tell, or not lately. */
  get latest(): ReportedLoad | null {
    const fresh = this.#latest !== null && this.#clock.now() - this.#latest.atMs < STALE_MS
    return fresh ? (this.#latest?.load ?? null) : null
  }

  close(): void {
    this.#closed = true
    this.#forget()
  }

  /** The server may be another by now: one without the page is asked whether it still has none. */
  again(): void {
    if (!this.#pageless || this.#closed) return
    this.#forget()
    void this.#ask()
  }

  async #ask(): Promise<void> {
    this.#pageless = false
    const told = await this.#read()
    if (told !== null) this.#latest = { load: told, atMs: this.#clock.now() }
    if (this.#closed) return
    const wait = told !== null ? ASK_MS : this.#pageless ? ASK_PAGELESS_MS : ASK_SILENT_MS
    this.#forget = this.#clock.after(wait, () => void this.#ask())
  }

  /** Many servers have none, and whoever is away is looked after by others. */
  async #read(): Promise<ReportedLoad | null> {
    const patience = new AbortController()
    const enough = this.#clock.after(PATIENCE_MS, () => patience.abort())
    try {
      const before = this.#own()
      const text = await this.#client.text(metricsPath(this.#remote.endpoint.url), patience.signal)
      const told = readReport(text, this.#remote.id)
      // Of ours, as many were there as were both before and after it was asked.
      const ours = Math.min(before, this.#own())
      return told && { ...told, others: Math.max(0, told.running + told.waiting - ours) }
    } catch (thrown) {
      this.#pageless = PAGELESS.includes(asTrivetError(thrown).details.status)
      return null
    } finally {
      enough()
    }
  }
}

/** Beside the folder of the API. */
function metricsPath(url: string): string {
  return `${new URL(url).pathname.replace(/\/v1$/, '').replace(/\/$/, '')}/metrics`
}
