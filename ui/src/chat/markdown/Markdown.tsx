import { memo, useMemo, useRef } from 'react'
import { type Block, type Blocks, grown, NO_BLOCKS } from './blocks.ts'
import { CodeBlock } from './CodeBlock.tsx'
import { htmlOf } from './sanitize.ts'

interface MarkdownProps {
  readonly text: string
  /** More of it may come. */
  readonly isGrowing: boolean
}

/** Blocks that are looked at together: of a long answer, thousands one by one would take longer than they are worth. */
const GROUP = 32

/** Markdown that may grow: only its last block is laid out anew. */
export function Markdown({ text, isGrowing }: MarkdownProps) {
  const before = useRef<Blocks>(NO_BLOCKS)
  const { blocks } = useMemo(() => {
    before.current = grown(before.current, text)
    return before.current
  }, [text])
  const starts = Array.from({ length: Math.ceil(blocks.length / GROUP) }, (_, index) => index * GROUP)
  return (
    <div className="markdown">
      {starts.map((start) => {
        const isLast = start + GROUP >= blocks.length
        return <Group key={start} blocks={blocks.slice(start, start + GROUP)} isGrowing={isGrowing && isLast} />
      })}
    </div>
  )
}

interface GroupProps {
  readonly blocks: readonly Block[]
  readonly isGrowing: boolean
}

const Group = memo(
  function Group({ blocks, isGrowing }: GroupProps) {
    // What is whole and out of sight needs no layout.
    const isWhole = blocks.length === GROUP && !isGrowing
    return (
      <div className={isWhole ? '[contain-intrinsic-size:auto_40rem] [content-visibility:auto]' : ''}>
        {blocks.map((block, index) => (
          <BlockView key={block.start} block={block} isGrowing={isGrowing && index === blocks.length - 1} />
        ))}
      </div>
    )
  },
  (before, after) =>
    before.isGrowing === after.isGrowing &&
    before.blocks.length === after.blocks.length &&
    before.blocks.every((block, index) => block === after.blocks[index]),
)

const BlockView = memo(function BlockView({
  block,
  isGrowing,
}: {
  readonly block: Block
  readonly isGrowing: boolean
}) {
  const html = useMemo(() => (block.kind === 'text' ? htmlOf(block.token) : ''), [block])
  if (block.kind === 'code') return <CodeBlock code={block.code} language={block.language} isSettled={!isGrowing} />
  // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised, see sanitize.ts
  return <div className="prose-block" dangerouslySetInnerHTML={{ __html: html }} />
})
