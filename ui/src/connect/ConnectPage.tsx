import { useState } from 'react'
import { apiUrl } from '../api/base.ts'
import { keyStore } from '../api/key.ts'
import { ModelPicker } from '../chat/ModelPicker.tsx'
import { CodeBlock } from '../chat/markdown/CodeBlock.tsx'
import { useModel } from '../chat/use-model.ts'
import { useStore } from '../lib/store.ts'
import { Page, Section } from '../ui/Page.tsx'
import { CLIENTS } from './clients.ts'
import { SelfTest } from './SelfTest.tsx'

/** How other programs are pointed at this server. */
export function ConnectPage() {
  const [wish, setWish] = useState<string | null>(null)
  const { models, model } = useModel(wish)
  const { key } = useStore(keyStore)
  const access = { origin: apiUrl('').replace(/\/$/, ''), model: model?.id ?? 'a-model', hasKey: key !== null }
  return (
    <Page title="Connect">
      <div className="-ml-2.5">
        <ModelPicker models={models ?? []} model={model} onPick={setWish} />
      </div>
      {model && (
        <Section title="Self-test">
          <SelfTest key={model.id} model={model.id} />
        </Section>
      )}
      {CLIENTS.map(({ name, where, language, text }) => (
        <Section key={name} title={name}>
          <p className="text-sm">{where}</p>
          <div className="-my-4">
            <CodeBlock code={text(access)} language={language} isSettled />
          </div>
        </Section>
      ))}
    </Page>
  )
}
