import { formatBytes, formatDuration } from '../lib/format.ts'
import { Page, Section } from '../ui/Page.tsx'
import { ActivityTabs } from './ActivityTabs.tsx'
import { EventList } from './EventList.tsx'
import { Plot } from './Plot.tsx'
import { Running } from './Running.tsx'
import { UsageTable } from './UsageTable.tsx'
import { useTelemetry } from './use-telemetry.ts'

/** What the server does, and has done. */
export function ActivityPage() {
  const { last, samples } = useTelemetry()
  const times = samples.map(({ at }) => at)
  return (
    <Page title="Activity">
      <ActivityTabs />
      <Section title="Now">
        <Running />
      </Section>
      <Section title="Over time">
        <div className="grid gap-3 sm:grid-cols-3">
          <Plot
            title="Tokens a second"
            times={times}
            values={samples.map(({ tokensPerSecond }) => tokensPerSecond)}
            format={(value) => value.toFixed(value < 10 ? 1 : 0)}
          />
          <Plot
            title="CPU"
            times={times}
            values={samples.map(({ cpuPercent }) => cpuPercent)}
            format={(value) => `${value.toFixed(0)} %`}
          />
          <Plot
            title="Memory in use"
            times={times}
            values={samples.map(({ usedBytes }) => usedBytes)}
            format={formatBytes}
          />
        </div>
      </Section>
      {last && (
        <Section title={`Asked in the ${formatDuration(last.uptime_seconds * 1000)} since the start`}>
          <UsageTable byModel={last.usage.by_model} />
        </Section>
      )}
      <Section title="Events">
        <EventList />
      </Section>
    </Page>
  )
}
