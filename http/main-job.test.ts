import { testServer } from '../fixtures/test-server'
import { mainJob } from './main-job.fixture'

mainJob(testServer)
