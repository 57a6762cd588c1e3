import { area } from '../../area'
import { fichas } from './fichas'

/** Views over what other areas hold of a register: named after them. */
export const fichasArea = area({ name: 'fichas', actions: [fichas] })
