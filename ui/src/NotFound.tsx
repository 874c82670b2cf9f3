import { Link } from 'wouter'
import { Page } from './ui/Page.tsx'

/** An address that leads nowhere. */
export function NotFound() {
  return (
    <Page title="Nothing here">
      <p className="text-sm">
        There is no page at this address.{' '}
        <Link href="/" className="text-accent hover:underline">
          Chat
        </Link>
      </p>
    </Page>
  )
}
