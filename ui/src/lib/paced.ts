/** Of the time, so much goes into showing what changes; the rest is for whoever scrolls and types. */
const SHARE = 1 / 3
const HIDDEN_MS = 250

/** Calls `show` for many changes at once: with the next frame, and less often where showing takes long. */
export function paced(show: () => void): { readonly changed: () => void; readonly flush: () => void } {
  let waiting = false
  let notBefore = 0
  const run = () => {
    if (!waiting) return
    const now = performance.now()
    if (now < notBefore) return later()
    waiting = false
    show()
    // Layout is done by the time that the next frame begins.
    requestAnimationFrame((start) => {
      const cost = Math.max(0, start - now)
      notBefore = now + cost / SHARE - cost
    })
  }
  const later = () => {
    if (document.hidden) setTimeout(run, HIDDEN_MS)
    else requestAnimationFrame(run)
  }
  return {
    changed() {
      if (waiting) return
      waiting = true
      later()
    },
    flush() {
      waiting = false
      show()
    },
  }
}
