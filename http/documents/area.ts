import { area } from '../area'
import { lancamento } from './lancamento'
import { watchWhatWasMade } from './made'

watchWhatWasMade()

export const documents = area({ name: 'documents', resources: [lancamento] })
