import { useEffect, useState } from 'react'
import { followJobs } from '../api/jobs.ts'
import { modelStore } from '../api/model-feed.ts'
import { useStore } from '../lib/store.ts'
import { Button } from '../ui/Button.tsx'
import { INPUT } from '../ui/Field.tsx'
import { Page, Section } from '../ui/Page.tsx'
import { Rows } from '../ui/Rows.tsx'
import { HubSearch } from './HubSearch.tsx'
import { JobList } from './JobList.tsx'
import { Library } from './Library.tsx'
import { MakeDialog } from './MakeDialog.tsx'
import { ModelRow } from './ModelRow.tsx'

/** The models that are here, those that are coming, and those that could be. */
export function ModelsPage() {
  const models = useStore(modelStore)
  const [query, setQuery] = useState('')
  const [isConverting, setConverting] = useState(false)
  useEffect(followJobs, [])
  return (
    <Page title="Models">
      <JobList />
      <Section title="On this server">
        {models?.length === 0 && <p className="text-muted text-sm">None yet: get one below.</p>}
        <Rows>
          {models?.map((model) => (
            <ModelRow key={model.id} model={model} />
          ))}
        </Rows>
      </Section>
      <Section title="Get more">
        <input
          type="search"
          aria-label="Search models to get"
          placeholder="Search the library and Hugging Face"
          className={INPUT}
          value={query}
          onChange={(event) => setQuery(event.target.value)}
        />
        <Library query={query.trim()} />
        <HubSearch query={query.trim()} />
        <Button className="self-start" onClick={() => setConverting(true)}>
          Convert a Hugging Face model…
        </Button>
      </Section>
      {isConverting && <MakeDialog making="convert" model="" onClose={() => setConverting(false)} />}
    </Page>
  )
}
