import { contractSuite } from './suite.ts'

contractSuite('geniex')
