import { type Engine, type Platform, readMachine } from '../api/devices.ts'
import { formatFacts } from '../lib/format.ts'
import { useAsked } from '../lib/use-asked.ts'
import { Badge } from '../ui/Badge.tsx'
import { ErrorText } from '../ui/ErrorText.tsx'
import { Page, Section } from '../ui/Page.tsx'
import { Row, Rows } from '../ui/Rows.tsx'
import { ChipRow } from './ChipRow.tsx'
import { MemoryBar } from './MemoryBar.tsx'

/** What this machine computes on, and what is wrong with it, with what to do. */
export function DevicesPage() {
  const { value, error } = useAsked('', (_, signal) => readMachine(signal), 0)
  return (
    <Page title="Devices">
      <ErrorText text={error} />
      {value && (
        <>
          <Section title="This machine">
            <div className="flex flex-col gap-3 rounded-xl border border-line px-4 py-3">
              <div>
                <p className="font-medium">{value.machine.cpu.name ?? value.machine.cpu.architecture}</p>
                <p className="text-muted text-xs">
                  {formatFacts([
                    value.machine.board,
                    value.machine.cpu.architecture,
                    `${value.machine.cpu.cores} cores`,
                    ...value.machine.cpu.features,
                  ])}
                </p>
              </div>
              <MemoryBar
                label="Memory"
                freeBytes={value.machine.memory.available_bytes}
                totalBytes={value.machine.memory.total_bytes}
              />
            </div>
          </Section>
          <Section title="Chips">
            {value.machine.chips.length === 0 && <p className="text-muted text-sm">None beside the CPU.</p>}
            <Rows>
              {value.machine.chips.map((chip) => (
                <ChipRow key={`${chip.name} ${chip.address}`} chip={chip} />
              ))}
            </Rows>
          </Section>
          <Section title="Engines">
            <Rows>
              {value.machine.engines.map((engine) => (
                <EngineRow key={engine.platform} engine={engine} />
              ))}
            </Rows>
          </Section>
          <Section title="Platforms">
            <Rows>
              {value.platforms.map((platform) => (
                <PlatformRow key={platform.id} platform={platform} />
              ))}
            </Rows>
          </Section>
        </>
      )}
    </Page>
  )
}

function EngineRow({ engine: { platform, version, available, reason, devices } }: { readonly engine: Engine }) {
  return (
    <Row>
      <div className="flex items-center justify-between gap-3">
        <p className="min-w-0">
          <span className="font-medium">{platform}</span> <span className="text-muted text-xs">{version}</span>
        </p>
        <Availability available={available} />
      </div>
      {reason !== '' && <p className="text-muted text-sm [overflow-wrap:anywhere]">{reason}</p>}
      {devices.map(({ name, description, kind, memory }) => (
        <div key={name} className="flex flex-col gap-1 text-sm">
          <p>
            {name} <span className="text-muted">{description}</span>
          </p>
          {kind !== 'cpu' && memory && (
            <MemoryBar label={`Memory of ${name}`} freeBytes={memory.free_bytes} totalBytes={memory.total_bytes} />
          )}
        </div>
      ))}
    </Row>
  )
}

function PlatformRow({
  platform: { display_name, available, reason, detected_chips },
}: {
  readonly platform: Platform
}) {
  return (
    <li className="flex items-start justify-between gap-3 px-4 py-3">
      <div className="min-w-0">
        <p className="font-medium">{display_name}</p>
        {reason && <p className="text-muted text-sm [overflow-wrap:anywhere]">{reason}</p>}
        {detected_chips.length > 0 && (
          <p className="text-muted text-xs">
            {detected_chips.map(({ chip_type, count }) => `${count} × ${chip_type}`).join(', ')}
          </p>
        )}
      </div>
      <Availability available={available} />
    </li>
  )
}

function Availability({ available }: { readonly available: boolean }) {
  return available ? <Badge text="works" look="good" /> : <Badge text="not here" look="quiet" />
}
