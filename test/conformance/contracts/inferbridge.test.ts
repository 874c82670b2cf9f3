import { contractSuite } from './suite.ts'

contractSuite('inferbridge')
