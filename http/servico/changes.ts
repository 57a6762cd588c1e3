import type { Draft } from '../platform/resource'

/** Forms send every field: what is only repeated is not a change. */
export const changes = ({ before, values }: Draft, name: string): boolean =>
  values[name] !== undefined && values[name] !== before?.[name]

/** Said where a document of one customer names the equipment of another. */
export const OTHERS_EQUIPMENT = 'Este equipamento é de outro cliente.'
