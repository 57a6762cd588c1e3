import { area } from '../area'
import { relatedActions } from './related'

/** What documents have to do with one another: named after all areas, whose definitions it is made of. */
export const ligacoes = area({ name: 'ligacoes', actions: [relatedActions()] })
