import { sum } from '../../area'
import type { ImportKind } from './kind'

/** Every kind of import, as areas name them. */
export const importKinds = (): readonly ImportKind[] => sum('imports')

/** The kind of that name. */
export const kindNamed = (name: string): ImportKind | undefined => importKinds().find((one) => one.name === name)
