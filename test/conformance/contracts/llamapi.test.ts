import { contractSuite } from './suite.ts'

contractSuite('llamapi')
