import { useState } from 'react'
import { wordsOf } from '../lib/words.ts'
import { Badge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { Rows } from '../ui/Rows.tsx'
import { CHECKS } from './self-test.ts'

interface Finding {
  readonly isGood: boolean
  readonly words: string
}

/** Tries what programs rely on, through the API that they use. */
export function SelfTest({ model }: { readonly model: string }) {
  const [findings, setFindings] = useState<readonly Finding[]>([])
  const [isBusy, setBusy] = useState(false)
  const run = async () => {
    setBusy(true)
    setFindings([])
    for (const check of CHECKS) {
      const finding = await check.run(model).then(
        (words) => ({ isGood: true, words }),
        (error: unknown) => ({ isGood: false, words: wordsOf(error) }),
      )
      setFindings((before) => [...before, finding])
    }
    setBusy(false)
  }
  return (
    <div className="flex flex-col gap-3" aria-live="polite">
      <Button className="self-start" disabled={isBusy} onClick={() => void run()}>
        {isBusy ? 'Trying…' : `Try it with ${model}`}
      </Button>
      {findings.length > 0 && (
        <Rows>
          {findings.map(({ isGood, words }, index) => (
            <li key={CHECKS[index]?.name} className="flex items-center justify-between gap-3 px-4 py-2 text-sm">
              <p>
                {CHECKS[index]?.name}: <span className="text-muted">{words}</span>
              </p>
              <Badge text={isGood ? 'works' : 'fails'} look={isGood ? 'good' : 'bad'} />
            </li>
          ))}
        </Rows>
      )}
    </div>
  )
}
