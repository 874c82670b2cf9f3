import { useEffect } from 'react'
import { Route, Router, Switch } from 'wouter'
import { useHashLocation } from 'wouter/use-hash-location'
import { ActivityPage } from './activity/ActivityPage.tsx'
import { LogPage } from './activity/LogPage.tsx'
import { RequestPage } from './activity/RequestPage.tsx'
import { RequestsPage } from './activity/RequestsPage.tsx'
import { keyStore } from './api/key.ts'
import { followModels } from './api/model-feed.ts'
import { BenchmarksPage } from './benchmarks/BenchmarksPage.tsx'
import { ChatPage } from './chat/ChatPage.tsx'
import { ConnectPage } from './connect/ConnectPage.tsx'
import { DevicesPage } from './devices/DevicesPage.tsx'
import { KeyDialog } from './KeyDialog.tsx'
import { KeysPage } from './keys/KeysPage.tsx'
import { useStore } from './lib/store.ts'
import { ModelsPage } from './models/ModelsPage.tsx'
import { NotFound } from './NotFound.tsx'
import { Shell } from './Shell.tsx'

/** Places are behind the `#`, so that the page works below any prefix. */
export function App() {
  const { key, wanted } = useStore(keyStore)
  // biome-ignore lint/correctness/useExhaustiveDependencies: anew with another key
  useEffect(() => followModels(), [key])
  return (
    <Router hook={useHashLocation}>
      {/* Whoever comes with another key sees other things. */}
      <Shell key={key ?? ''}>
        <Switch>
          <Route path="/models">
            <ModelsPage />
          </Route>
          <Route path="/devices">
            <DevicesPage />
          </Route>
          <Route path="/activity">
            <ActivityPage />
          </Route>
          <Route path="/activity/requests">
            <RequestsPage />
          </Route>
          <Route path="/activity/requests/:id">{({ id }) => <RequestPage id={id} />}</Route>
          <Route path="/activity/log">
            <LogPage />
          </Route>
          <Route path="/benchmarks">
            <BenchmarksPage />
          </Route>
          <Route path="/connect">
            <ConnectPage />
          </Route>
          <Route path="/keys">
            <KeysPage />
          </Route>
          <Route path="/chat/:id">{({ id }) => <ChatPage id={id} />}</Route>
          <Route path="/">
            <ChatPage id={null} />
          </Route>
          <Route>
            <NotFound />
          </Route>
        </Switch>
      </Shell>
      {wanted !== null && <KeyDialog reason={wanted} />}
    </Router>
  )
}
