import { area } from '../area'
import { lancamento } from './lancamento'
import { watchWhatWasMade } from './made'
import { watchTrials } from './tell-trial'

watchWhatWasMade()
watchTrials()

export const documents = area({ name: 'documents', resources: [lancamento] })
