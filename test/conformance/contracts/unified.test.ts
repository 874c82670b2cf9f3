import { demoEngine } from './engines.ts'
import { contractSuite } from './suite.ts'

contractSuite('unified', [demoEngine()])
