import { type Lifecycle, transitions } from './lifecycle'

/** The dates that an entry's state follows from (document 2, section 4). */
export interface EntryDates {
  readonly dhFinalizacao: string | null
  readonly dhCancelamento: string | null
}

export type EntryStatus = 'aberta' | 'finalizada' | 'cancelada'

const cancelled = {
  when: (one: EntryDates) => one.dhCancelamento !== null,
  code: 'cancelled',
  message: 'Esta entrada está cancelada.',
}
const finalised = {
  when: (one: EntryDates) => one.dhFinalizacao !== null,
  code: 'finalised',
  message: 'Esta entrada já foi finalizada.',
}

/** The life of an entry: open, finalised (stock and payables exist), cancelled (both undone). */
export const entradaLifecycle: Lifecycle<EntryDates, EntryStatus> = {
  name: 'entrada',
  status: (entry) => (entry.dhCancelamento ? 'cancelada' : entry.dhFinalizacao ? 'finalizada' : 'aberta'),
  transitions: transitions<EntryDates>({
    altera: [cancelled, finalised],
    altera_itens: [cancelled, finalised],
    finaliza: [cancelled, finalised],
    cancela: [cancelled],
    duplica: [],
  }),
}
